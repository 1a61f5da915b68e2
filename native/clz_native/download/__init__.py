"""Fetching a Firefox of clz's own from Mozilla, into its data folder and without root."""
