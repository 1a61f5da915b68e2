"""Looking on: agents at work, and traces of what they did."""
