"""The site as real processes on PostgreSQL and Redis, under load from a separate process."""
