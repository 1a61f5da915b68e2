"""What is left to do when clz goes: end what runs, and remove what it made."""
