"""The site as real processes with PostgreSQL and Redis, under load from a separate process."""
