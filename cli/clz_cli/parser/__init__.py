"""What people type: its words and values, in this tool's terms and in those of others, and the help about them."""
