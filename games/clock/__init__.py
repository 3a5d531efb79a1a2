"""Time at the table as arithmetic: clocks, hours of rest, and the deadlines that follow from both.

Pure, except for the data of time zones: nothing here asks what time it is. All instants are aware datetimes in UTC; all
spans are whole seconds.
"""
