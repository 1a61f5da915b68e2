"""Results as a client gets them: text within its budget, pictures, files."""
