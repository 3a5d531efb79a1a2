"""Notifications in Chromium: the service worker starts under our policy and shows pushes; players add browsers."""

import json
import re
from uuid import uuid4

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Notice, PushSubscription, Table
from games.notices.delivery.context import context_of
from games.notices.delivery.message import message_of
from games.notices.delivery.push import push_content
from games.web.tasks import sweep
from tests.browser.acts import apart
from tests.play import fingerprint, running_table

pytestmark = pytest.mark.browser

REGISTER = """async () => {
  await navigator.serviceWorker.register("/worker.js");
  return (await navigator.serviceWorker.ready).scope;
}"""
RECORD = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, options) => { self.shown.push({ title, ...options }); };
}"""
SHOWN = """async () => {
  while (!self.shown.length) await new Promise((resolve) => setTimeout(resolve, 20));
  return self.shown;
}"""
# A test can't reach the vendor's push service, and a headless browser doesn't ask for permission.
STAND_IN = """() => {
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.subscribe = async (options) => ({
    toJSON: () => ({
      endpoint: "https://push.example.org/" + options.applicationServerKey.length,
      keys: {
        p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
        auth: btoa("b".repeat(16)).replace(/=/g, ""),
      },
    }),
  });
}"""


CLICK = """(action) => new Promise((resolve) => {
  self.clients.openWindow = async (url) => resolve(url.href);
  const [{ data }] = self.shown;
  const event = new ExtendableEvent("notificationclick");
  self.dispatchEvent(Object.assign(event, { action, notification: { data, close: () => {} } }));
})"""


@pytest.fixture
def pushed(page_for, alice, asgi_server):
    """Return a function that pushes a message to the service worker, and returns the worker and what it shows."""

    def push(told):
        page = page_for(alice, service_workers="allow")
        cdp, registrations = page.context.new_cdp_session(page), []
        cdp.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(event["registrations"]),
        )
        cdp.send("ServiceWorker.enable")
        with page.context.expect_event("serviceworker") as started:
            page.goto("/notifications/")
            scope = page.evaluate(REGISTER)
        assert scope == f"{asgi_server}/"
        worker = started.value
        worker.evaluate(RECORD)
        message = {
            "origin": asgi_server, "registrationId": registrations[-1]["registrationId"], "data": json.dumps(told),
        }  # fmt: skip
        cdp.send("ServiceWorker.deliverPushMessage", message)
        (shown,) = worker.evaluate(SHOWN)
        return worker, shown

    return push


def test_the_service_worker_starts_under_the_policy_and_shows_push_messages(pushed, asgi_server):
    told = {"title": "It is your turn", "body": "With Bob.", "url": f"{asgi_server}/tables/7/", "tag": "x"}
    worker, shown = pushed(told)
    assert (shown["title"], shown["body"], shown["tag"]) == ("It is your turn", "With Bob.", "x")
    assert (shown["data"], shown["actions"]) == ({"url": told["url"]}, [])
    assert worker.evaluate(CLICK, "") == told["url"]


def content_of(table, user):
    notice = Notice(user=user, table=Table.objects.get(pk=table.pk), kind="turn", channel="push")
    return push_content(message_of(uuid4(), [notice], context_of([notice], timezone.now())), user)


def test_a_button_of_a_notification_opens_a_page_that_asks_and_plays(
    pushed, page_for, alice, bob, asgi_server
):
    """The click itself plays nothing. The browser needn't be logged in."""
    table = apart(lambda: running_table(alice, bob, title="cannonades"))
    content = json.dumps(apart(lambda: content_of(table, alice))).replace(
        "http://localhost:8000", asgi_server
    )
    worker, shown = pushed(json.loads(content))
    assert [each["title"] for each in shown["actions"]] == ["Exchange the hand.", "Open"]
    page, before = page_for(None), fingerprint(table)
    page.goto(worker.evaluate(CLICK, shown["actions"][0]["action"]))
    button = page.get_by_role("button", name="Play this move")
    expect(button).to_be_visible()
    assert fingerprint(table) == before
    button.click()
    expect(button).to_have_count(0)
    assert fingerprint(table) != before


def subscribed_page(page_for, person):
    """Return the person's settings of notifications, in a browser that was just added there."""
    page = page_for(person, service_workers="allow")
    page.add_init_script(f"({STAND_IN})()")
    page.goto("/notifications/")
    page.click("text=Show notifications in this browser")
    page.wait_for_selector("text=This browser will now show notifications.")
    return page


def test_buttons_add_and_remove_a_browser(page_for, alice):
    page = subscribed_page(page_for, alice)
    row = PushSubscription.objects.get()
    assert (row.user, row.endpoint) == (alice, "https://push.example.org/65")
    assert re.fullmatch("(Chrome|Browser), Linux", row.label)
    page.click("button:has-text('Remove')")
    page.wait_for_selector("text=That browser won't show notifications anymore.")
    assert not PushSubscription.objects.exists()


LOSE = """() => {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  PushManager.prototype.getSubscription = async () => null;
  const { subscribe } = PushManager.prototype;
  PushManager.prototype.subscribe = async (options) => {
    const { endpoint, keys } = (await subscribe(options)).toJSON();
    return { toJSON: () => ({ endpoint: `${endpoint}/new`, keys }) };
  };
}"""


CHANGE = """(endpoint) => {
  const event = new ExtendableEvent("pushsubscriptionchange");
  self.dispatchEvent(Object.assign(event, { oldSubscription: { endpoint } }));
}"""


def test_a_subscription_that_was_lost_or_replaced_is_renewed(page_for, alice):
    """On the next visit, and by the worker when it hears of it."""
    page = subscribed_page(page_for, alice)
    page.add_init_script(f"({LOSE})()")
    with page.expect_response("**/notifications/browsers/") as renewed:
        page.goto("/lobby/")
    assert renewed.value.status == 204
    page.goto("/lobby/")
    expect(page.get_by_text("This browser's notifications had stopped")).to_be_visible()
    old = PushSubscription.objects.get().endpoint
    assert old == "https://push.example.org/65/new"
    worker = page.context.service_workers[0]
    worker.evaluate(f"({STAND_IN.replace('Notification.requestPermission', 'self.asked')})()")
    with page.context.expect_event("response", lambda answer: answer.url.endswith("/browsers/")):
        worker.evaluate(CHANGE, old)
    assert PushSubscription.objects.get().endpoint != old


def test_on_an_iphone_the_page_says_how_to_get_notifications(page_for, alice):
    page = page_for(alice)
    page.add_init_script("delete window.PushManager; navigator.standalone = false;")
    page.goto("/notifications/")
    expect(page.get_by_text("only a site on your home screen can show notifications")).to_be_visible()
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href")).json()
    assert (manifest["display"], manifest["id"]) == ("standalone", "/")
    expect(page.locator("meta[name=apple-mobile-web-app-capable][content=yes]")).to_have_count(1)


def test_without_scripts_the_page_says_what_it_needs(page_for, alice):
    page = page_for(alice, java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.goto("/notifications/")
    expect(page.get_by_text("open this page in it with JavaScript on")).to_be_visible()
    expect(page.get_by_text("Show notifications in this browser")).to_be_hidden()
    page.check("text=Once a day")
    page.click("button:has-text('Save')")
    expect(page.get_by_text("Your settings have been saved.")).to_be_visible()
    expect(page.get_by_label("Once a day")).to_be_checked()


def test_a_mail_fits_a_small_phone(page_for, alice, bob):
    table = apart(lambda: running_table(alice, bob))
    Notice.objects.update(due_at=timezone.now())
    apart(sweep)
    (sent,) = [message for message in mail.outbox if message.to == [alice.email]]
    page = page_for(None, viewport={"width": 320, "height": 640})
    page.set_content(sent.alternatives[0].content.replace('src="cid:', 'data-src="'))
    assert table.receipt in page.locator("body").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
