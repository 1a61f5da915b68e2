"""One function over many pages, on this machine or over a fleet."""
