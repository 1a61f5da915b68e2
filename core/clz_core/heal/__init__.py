"""What a target that is gone may be called now: proposals for a person, or an agent, to look at."""
