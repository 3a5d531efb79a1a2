"""Users: profile, calendar, and account pages."""
