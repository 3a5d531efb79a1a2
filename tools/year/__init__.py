"""Simulates a club's year on a separate database, and checks the site's promises about time and emails.

People with nights, holidays and absences play, and the site crashes. Time is moved by time-machine, a development
dependency, so nothing in the site imports this package.
"""
