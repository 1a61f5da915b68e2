"""Lines as they were typed: what the plain ones mean, and how all of them are carried out. None of it loads Typer."""
