"""What waits in Firefox for a program: requests that it decides about, and its functions that pages call."""
