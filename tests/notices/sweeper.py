"""A process that sweeps and may kill itself: `python -m tests.notices.sweeper MOMENT COUNT`.

At its COUNTth email it kills itself, MOMENT "before" or "after" the email is sent; with MOMENT "never" it sweeps until
nothing is due.
"""

import os
import signal
import sys

import django

from config.dev_mail import EmailBackend

mails = 0


class Deadly(EmailBackend):
    """Kill the process as a power cut would: no handler, no rollback, no clean-up."""

    def send_messages(self, email_messages):
        global mails
        mails += 1
        moment = sys.argv[1] if mails == int(sys.argv[2]) else "never"
        if moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        sent = super().send_messages(email_messages)
        if moment == "after":  # the email is sent but not recorded yet
            os.kill(os.getpid(), signal.SIGKILL)
        return sent


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings

    from config.celery import app
    from games.web.tasks import sweep

    sys.modules["tests.notices.sweeper"] = sys.modules["__main__"]
    settings.EMAIL_BACKEND = "tests.notices.sweeper.Deadly"
    app.conf.task_always_eager = True
    sweep()
    sweep()


if __name__ == "__main__":
    main()
