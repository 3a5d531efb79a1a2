"""Management commands for running the site."""
