"""What `clz` does about the machine it is on: set-up, settings, Firefox, upgrade and removal."""
