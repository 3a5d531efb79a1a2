"""A simulated year of a club, on a database of its own: people with nights, holidays and absences play, the site
crashes, and at the end it is told whether what it promises about time and mails has held.

Time is moved by time-machine, which only developers install: nothing of the site imports this package.
"""
