"""The process that Firefox starts: its socket, its port, and what is under way between them."""
