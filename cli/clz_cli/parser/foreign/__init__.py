"""What people type who know other tools."""
