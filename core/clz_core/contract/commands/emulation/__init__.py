"""Commands about what a tab's pages see of the world, and run first."""
