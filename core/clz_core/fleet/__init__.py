"""Machines that work is handed to by Dask distributed: where they are, what each has room for, and which are lost."""
