"""What `make generate` writes: never edited by hand. It is made of `contract`."""
