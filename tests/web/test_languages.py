"""The language of a page: that of the reader's profile, else the cookie's, else the browser's."""

import re
import uuid
from datetime import date

import pytest
from django.conf import settings as site
from django.core import mail
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Preferences, Seat
from games.presenters import PRESENTERS
from games.web.tasks import sweep
from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db

PAGE = "/about/"
LINES = re.compile(r"(?s)</a>\s*<span>(.*?)</span>\s*</li>")  # of the log, without the times before them


def language_of(page):
    assert {"Accept-Language", "Cookie"} <= set(page["Vary"].split(", "))
    return re.search(r'<html lang="([^"]+)"', page.content.decode())[1]


def test_a_page_is_in_the_language_of_profile_then_cookie_then_browser(alice):
    reader = Client(headers={"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"})
    assert language_of(reader.get(PAGE)) == "fr"
    answer = reader.post("/accounts/language/", {"language": "nl", "page": "/about/?a=1"})
    assert answer["Location"] == "/about/?a=1" and language_of(reader.get(PAGE)) == "nl"
    reader.force_login(alice)
    assert language_of(reader.get(PAGE)) == "nl"  # the profile has none
    User.objects.filter(pk=alice.pk).update(language="pl")
    assert language_of(reader.get(PAGE)) == "pl"
    reader.post("/accounts/language/", {"language": "de", "page": "//evil.example/"})
    alice.refresh_from_db()
    assert alice.language == "de" and language_of(reader.get(PAGE)) == "de"
    del reader.cookies[site.SESSION_COOKIE_NAME]
    assert language_of(reader.get(PAGE)) == "de"


def test_an_unknown_language_is_refused_and_leads_nowhere_else(alice):
    reader = Client()
    assert reader.post("/accounts/language/", {"language": "xx"}).status_code == 400
    assert (
        reader.post("/accounts/language/", {"language": "pl", "page": "//evil.example/"})["Location"] == "/"
    )
    assert Client(headers={"accept-language": "zz"}).get(PAGE).content.count(b'<html lang="en"') == 1
    reader.cookies[site.LANGUAGE_COOKIE_NAME] = "../../etc"
    assert language_of(reader.get(PAGE)) == "en"


def test_no_other_site_changes_the_language_of_a_profile(alice):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post("/accounts/language/", {"language": "pl"}).status_code == 403
    alice.refresh_from_db()
    assert alice.language == ""


def test_every_page_has_a_switch_that_works_without_scripts(alice):
    answer = Client().get(PAGE)
    assert not answer.cookies  # which would keep the page out of caches
    page = answer.content.decode()
    for code, name in site.LANGUAGES:
        assert f'value="{code}" lang="{code}"' in page and f">{name}</button>" in page
    assert '<input type="hidden" name="page" value="/about/">' in page


def test_an_email_is_in_the_language_of_who_gets_it(alice, bob, client_for):
    User.objects.filter(pk=bob.pk).update(language="de")
    User.objects.filter(pk=alice.pk).update(language="pl")
    table = running_table(alice, bob)
    while not Seat.objects.get(table=table, user=bob).is_awaited:
        post_move(client_for(alice), table, first_move(table, 0))
    sweep()
    [sent] = [each for each in mail.outbox if each.to == [bob.email]]
    with translation.override("de"):
        title = str(PRESENTERS[table.title].name)
        assert _("It's your turn in %(title)s") % {"title": title} in sent.subject + sent.body
    assert '<html lang="de">' in sent.alternatives[0].content


def test_a_calendar_is_in_the_language_of_its_owner(alice, client):
    User.objects.filter(pk=alice.pk).update(language="de")
    token = Preferences.objects.create(user=alice, feed_token=uuid.uuid4()).feed_token
    with translation.override("de"):
        name = _("Captain's Table: my deadlines")
    assert name in client.get(f"/feeds/{token}/deadlines.ics").content.decode().replace("\r\n ", "")


def test_a_log_is_in_the_language_of_each_reader(alice, bob, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    seen = {}
    for code in ("en", "de", "en"):
        User.objects.filter(pk=bob.pk).update(language=code)
        page = client_for(bob).get(f"/tables/{table.pk}/log/").content.decode()
        assert seen.setdefault(code, LINES.findall(page)) == LINES.findall(page)
    assert seen["en"] and len(seen["de"]) == len(seen["en"]) and not set(seen["de"]) & set(seen["en"])


def test_may_is_a_month_in_dates_of_every_language():
    months = {}
    for code, _name in site.LANGUAGES:
        with translation.override(code):
            months[code] = date_format(date(2027, 5, 3), "b").lower()
    assert months == {"en": "may", "de": "mai", "fr": "mai", "nl": "mei", "pl": "maj"}
