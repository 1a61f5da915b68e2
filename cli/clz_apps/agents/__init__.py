"""Agents, their questions to the person, and the programs that they write."""
