"""Clock arithmetic: clocks, hours of rest, and the deadlines that follow from both.

Pure, except for time zone data: nothing here reads the current time. All instants are aware datetimes in UTC; all
durations are whole seconds.
"""
