"""What moderators do: each a service like any other, with a reason, written down as a decision."""
