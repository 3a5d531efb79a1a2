"""Delivers notices: claim.py claims those that are due, decide.py decides whether each is sent now, later or never,
and deliver.py sends the messages once on each channel and records the result.
"""
