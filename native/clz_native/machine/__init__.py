"""What this machine has: its system, its Firefox builds and the package managers that bring one."""
