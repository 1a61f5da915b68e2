"""What every hop agrees on: commands, their parameters and results, errors, limits and envelopes."""
