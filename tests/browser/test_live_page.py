"""Open pages of any title: they miss no update and lose no click."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.clock.clocks import Fixed
from games.models import Seat, Table
from games.tables import lobby
from games.tables.lobby import Pace
from tests.browser.acts import apart, follow, settled
from tests.play import first_move, post_move, running_table

pytestmark = [pytest.mark.browser, pytest.mark.live]


def moved(client, table):
    """Let the seat whose turn it is make a move in another browser."""
    return apart(lambda: post_move(client, table, first_move(table, 0)))


def chosen(page):
    return page.get_by_role("list", name="Your hand").locator("a[aria-current]")


@pytest.fixture
def table(alice, bob):
    return apart(lambda: running_table(alice, bob))


def test_a_press_is_not_lost_during_an_update(page_for, table, alice, client_for):
    page, elsewhere = page_for(alice), client_for(alice)
    page.goto(f"/tables/{table.pk}/")
    link = page.get_by_role("list", name="Your hand").get_by_role("link").last
    name = link.get_attribute("id")
    link.hover()
    page.mouse.down()
    assert moved(elsewhere, table).status_code == 302
    page.wait_for_timeout(500)  # by now the change would be shown
    page.mouse.up()
    expect(chosen(page)).to_have_attribute("id", name)
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")


def test_a_press_released_elsewhere_does_not_block_updates(page_for, table, alice, client_for):
    page, elsewhere = page_for(alice), client_for(alice)
    page.goto(f"/tables/{table.pk}/")
    page.get_by_role("heading", level=1).hover()
    page.mouse.down()
    moved(elsewhere, table)
    page.mouse.move(1, 1)
    page.mouse.up()
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")


def test_the_second_of_two_quick_choices_counts(page_for, table, alice):
    page = page_for(alice)
    page.goto(f"/tables/{table.pk}/")
    links = page.get_by_role("list", name="Your hand").get_by_role("link")
    name = links.last.get_attribute("id")
    links.last.evaluate("last => { last.closest('ul').querySelector('a').click(); last.click(); }")
    settled(page)
    expect(chosen(page)).to_have_attribute("id", name)


def test_putting_a_card_back_clears_the_choice_and_reads_the_question_again(page_for, table, alice):
    page = page_for(alice)
    page.goto(f"/tables/{table.pk}/")
    question = page.locator("#asked").inner_text()
    follow(page, page.get_by_role("list", name="Your hand").get_by_role("link").first)
    follow(page, chosen(page))
    expect(chosen(page)).to_have_count(0)
    expect(page.locator("#announcement")).to_contain_text(question)


def test_a_table_that_starts_before_the_socket_opens_is_shown(page_for, alice, bob):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)

    def late(route):
        apart(lambda: lobby.seat_take(bob, table.pk))
        route.continue_()

    page = page_for(alice)
    page.route("**/live*.js", late, times=1)
    page.goto(f"/tables/{table.pk}/")
    expect(page.get_by_role("region", name="The field")).to_be_visible()


def test_a_page_that_is_current_fetches_nothing_when_its_socket_opens(page_for, table, alice, client_for):
    apart(lambda: client_for(alice).post(f"/tables/{table.pk}/talk/say/", {"text": "Ahoy"}))
    page, fetched = page_for(alice), []
    page.on(
        "request", lambda request: fetched.append(request.url) if "hx-request" in request.headers else None
    )
    for address in (f"/tables/{table.pk}/", "/tables/"):
        page.goto(address)
        page.wait_for_timeout(1000)  # until the socket is open and has said what is current
    assert fetched == []


@pytest.mark.parametrize(
    "shown", ["/tables/", "captivate", "captn-eli", "cannonades", "cardline", "nautilus"]
)
def test_what_has_not_changed_is_left_as_it_is(shown, page_for, alice, bob):
    """With its choice, if there is one, and its times, which tick."""
    table = apart(lambda: running_table(alice, bob, title="captivate" if "/" in shown else shown))
    page = page_for(alice)
    page.clock.install()
    page.goto("/tables/" if "/" in shown else f"/tables/{table.pk}/")
    page.wait_for_timeout(500)  # until the socket is open
    choices = page.locator("#field a[href*='?'], .action-bar__hand a[href*='?']")
    if choices.count():
        follow(page, choices.first)
    page.evaluate("window.part = document.querySelector('#table, [data-live]')")
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true") as looked:
        page.clock.fast_forward("06:00")
    looked.value.finished()
    page.wait_for_timeout(200)
    assert page.evaluate("part.isConnected")


def test_times_tick_and_a_deadline_that_moves_is_shown_without_a_move(page_for, alice, bob):
    """After seven minutes asleep, and after the page has looked again."""
    table = apart(lambda: running_table(alice, bob, pace=Pace(Fixed(3600))))
    page = page_for(alice)
    page.clock.install()
    page.goto(f"/tables/{table.pk}/")
    left = page.locator(".due__exact time[data-left]")
    expect(left).to_have_text("in 60 minutes")
    page.clock.fast_forward("07:00")
    expect(left).to_have_text("in 53 minutes")
    apart(lambda: Seat.objects.filter(table=table).update(deadline=timezone.now() + timedelta(days=3)))
    page.clock.fast_forward("06:00")
    expect(left).to_have_text("in 3 days")


def test_a_move_refused_before_the_scripts_loaded_is_posted_once(page_for, table, alice, client_for):
    page, posts = page_for(alice), []
    page.goto(f"/tables/{table.pk}/")
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    with page.expect_navigation():
        page.evaluate("document.querySelector('form.table-layout').submit()")  # without htmx or a move
    page.wait_for_timeout(500)  # until the socket is open
    moved(client_for(alice), table)
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    assert len(posts) == 1


def test_an_update_during_a_press_is_fetched_again(page_for, table, alice, client_for):
    page, fetched = page_for(alice), []
    page.goto(f"/tables/{table.pk}/")
    page.wait_for_timeout(500)  # until the socket is open
    page.route(f"**/tables/{table.pk}/", lambda route: fetched.append(route), times=1)  # noqa: PLW0108
    moved(client_for(alice), table)
    page.get_by_role("heading", level=1).hover()
    page.mouse.down()
    page.wait_for_timeout(300)
    fetched[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    page.mouse.up()
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")


def test_no_other_request_runs_while_a_move_is_posted(page_for, table, alice, client_for):
    page, posts, others = page_for(alice), [], []
    page.goto(f"/tables/{table.pk}/")
    page.wait_for_timeout(500)  # until the socket is open
    page.route("**/move/", lambda route: posts.append(route))  # noqa: PLW0108
    page.on("request", lambda request: others.append(request.url) if "/talk/" not in request.url else None)
    page.evaluate("document.querySelector('form.table-layout').requestSubmit()")
    page.get_by_role("list", name="Your hand").get_by_role("link").last.evaluate("link => link.click()")
    moved(client_for(alice), table)
    page.wait_for_timeout(500)
    assert [url.rsplit("/", 2)[1] for url in others] == ["move"]
    posts[0].continue_()
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")


@pytest.mark.parametrize("trouble", ["offline", "unreachable", "proxy"])
def test_a_move_that_did_not_arrive_is_sent_once_the_connection_is_back(trouble, page_for, table, alice):
    page = page_for(alice)
    page.goto(f"/tables/{table.pk}/")
    follow(page, page.get_by_role("list", name="Your hand").get_by_role("link").first)
    if trouble == "offline":
        page.context.set_offline(True)
    else:
        answer = {
            "unreachable": lambda route: route.abort(),
            "proxy": lambda route: route.fulfill(status=502),
        }
        page.route("**/move/", answer[trouble])
    page.locator("button[name=move]").first.click()
    said = page.get_by_role("alert")
    expect(said).to_contain_text("You're offline" if trouble == "offline" else "We can't reach the server")
    expect(said).to_contain_text("your move wasn't sent")
    page.wait_for_timeout(3500)  # it has tried again
    expect(said).to_have_count(1)
    expect(chosen(page)).to_have_count(1)
    assert apart(lambda: Table.objects.get(pk=table.pk).ply) == 0
    page.context.set_offline(False)
    page.unroute("**/move/")
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    expect(said).to_have_count(0)


def test_an_answer_that_was_lost_is_asked_for_again_and_the_move_counts_once(page_for, table, alice):
    page = page_for(alice)

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/move/", lose, times=1)
    page.goto(f"/tables/{table.pk}/")
    follow(page, page.get_by_role("list", name="Your hand").get_by_role("link").first)
    page.locator("button[name=move]").first.click()
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    page.wait_for_timeout(3500)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert apart(lambda: Table.objects.get(pk=table.pk).ply) == 1


COUNT = """
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
"""


def test_a_new_position_is_shown_by_motion_once_and_by_marks(page_for, table, alice, bob, client_for):
    """Readers who prefer reduced motion get none; everybody sees the mark of the latest ply."""
    moving, still = page_for(bob), page_for(bob, reduced_motion="reduce")
    for page in (moving, still):
        page.add_init_script(COUNT)
        page.goto(f"/tables/{table.pk}/")
        page.wait_for_timeout(500)  # until the socket is open
    moved(client_for(alice), table)
    for page in (moving, still):
        expect(page.locator("#table")).to_have_attribute("data-ply", "1")
        expect(page.locator(".ply-mark--last").first).to_be_visible()
        expect(page.locator("#announcement")).to_contain_text("Alice Ardent plays")
    count = moving.evaluate("moved")
    assert count > 0 and still.evaluate("moved") == 0
    moving.keyboard.press("Shift")
    assert (
        moving.evaluate("document.getAnimations().filter(({ playState }) => playState === 'running').length")
        == 0
    )
    moving.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert moving.evaluate("moved") == count


def test_a_log_out_in_one_tab_clears_all_others_within_seconds(page_for, table, alice):
    page = page_for(alice)
    others = [page.context.new_page() for _ in range(2)]
    for other, path in zip(others, (f"/tables/{table.pk}/", f"/tables/{table.pk}/log/"), strict=True):
        other.goto(path)
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    for other in others:
        expect(other.get_by_role("link", name="Log in", exact=True).first).to_be_visible()
    expect(others[0].get_by_role("list", name="Your hand")).to_have_count(0)
