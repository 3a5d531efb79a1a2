"""Management commands of the site's frame."""
