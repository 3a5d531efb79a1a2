"""Users: profile, calendar, and the pages of one's account."""
