"""What `clz setup` finds, makes and takes away again: Firefox builds, native hosts, the extension."""
