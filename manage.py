#!/usr/bin/env python
"""The command line of the site: `manage.py serve`, `manage.py migrate` and the like."""

import os
import sys


def main() -> None:
    """Run the management command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
