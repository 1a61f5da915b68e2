"""Who shares this Firefox, and what becomes of those that are gone."""
