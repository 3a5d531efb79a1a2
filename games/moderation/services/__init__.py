"""What moderators do. Each service takes a reason and records a decision."""
