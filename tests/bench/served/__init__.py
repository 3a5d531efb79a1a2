"""The site as real processes on PostgreSQL and Redis, under load from a process that does little else."""
