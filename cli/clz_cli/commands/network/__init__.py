"""Around requests: what they carry, how they are answered, and the network that a page sees."""
