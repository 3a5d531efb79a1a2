"""What moderators do. Each service requires a reason and records a decision."""
