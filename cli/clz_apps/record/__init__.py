"""Recording: a journal, or what is done from now on, written as a test."""
