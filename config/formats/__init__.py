"""Date and time formats where a template does not specify one, for example in the admin."""
