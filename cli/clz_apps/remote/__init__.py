"""Other machines that commands are run on."""
