"""Lessons in a browser: by keyboard, without scripts, on a phone, and with nothing for axe to find."""

import pytest
from playwright.sync_api import expect

from games.lessons.courses import course_of, has_course
from games.titles import TITLES
from tests.browser.acts import apart
from tests.browser.test_axe import faults
from tests.conftest import person

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}
COURSES = [slug for slug in TITLES if has_course(slug)]


def press(page, selector):
    """Press a link or button with the keyboard only, and wait for the page that it leads to."""
    page.locator(selector).first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_lesson_by_keyboard_without_scripts_on_a_phone(page_for):
    page = page_for(None, viewport=PHONE, java_script_enabled=False, color_scheme="dark")
    page.goto("/learn/captivate/")
    press(page, "a.button >> text=Start")
    expect(page.locator("#asked")).to_have_text("Lay the Light Wolf beside the Dark Crab.")
    expect(page.locator("#asked")).to_be_in_viewport()
    for misses in (1, 2):
        press(page, "#card-light-2")
        press(page, "#cell-1-0")
        expect(page.locator("#asked")).to_have_text("Not yet.")
        assert page.get_by_text("A hint:").count() == (misses == 2)
        press(page, "#back")
    press(page, "#card-light-9")
    press(page, "#cell-1-0")
    expect(page.locator("#asked")).to_have_text("Done!")
    expect(page.locator("#asked")).to_be_in_viewport()
    press(page, "#next")
    expect(page.locator("h1")).to_have_text("More dots flip")


@pytest.mark.parametrize("slug", COURSES)
def test_every_lesson_fits_on_a_phone_and_axe_finds_nothing(slug, page_for, db):
    page = page_for(apart(lambda: person("pupil")), viewport=PHONE, bypass_csp=True)
    lessons = course_of(slug).lessons
    for number in range(1, len(lessons) + 1):
        page.emulate_media(color_scheme="dark" if number % 2 else "light", reduced_motion="reduce")
        page.goto(f"/learn/{slug}/{number}/")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        expect(page.locator("#asked")).to_be_in_viewport()
        if number % 3 == 1 or number == len(lessons):
            assert not faults(page), number
    page.goto(f"/learn/{slug}/")
    assert not faults(page)


# A button of the page's form that makes any move.
MOVE = """(move) => {
  const button = Object.assign(document.createElement("button"), { name: "move", value: move });
  document.querySelector(".table-layout").append(button);
  button.click();
}"""


@pytest.mark.parametrize("slug", COURSES)
@pytest.mark.usefixtures("db")
def test_a_lessons_board_keeps_its_height_and_the_page_its_place(slug, page_for):
    page = page_for(None, viewport=PHONE, reduced_motion="reduce")
    wrong = []
    for number, lesson in enumerate(course_of(slug).lessons, start=1):
        page.goto(f"/learn/{slug}/{number}/")
        height = page.locator("#field").bounding_box()["height"]
        for move in lesson.solution:
            with page.expect_navigation():
                page.evaluate(MOVE, move)
            seen = page.locator("#field").bounding_box()["height"], page.evaluate("scrollY")
            if seen != (height, 0):
                wrong.append(f"{number}: {height} px, then {seen[0]} px, scrolled by {seen[1]}")
        expect(page.locator("#asked")).to_have_text("Done!")
    assert not wrong, "\n".join(wrong)


@pytest.mark.usefixtures("db")
def test_a_puzzles_answer_pans_the_board_to_its_move_and_says_why(page_for):
    page = page_for(None, viewport=PHONE)
    page.goto("/puzzles/cardline/1/")
    page.locator("#show").click()
    expect(page.locator(".exercise__why")).to_be_in_viewport()
    expect(page.locator("#field .cl-card:has(.ply-mark--last) .cl-card__value")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    page.locator("#reply").click()
    expect(page.locator("#asked")).to_have_text("Move 1 of 3 after it")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("puzzle", ["cannonades/42", "captivate/46", "captn-eli/2", "cardline/3"])
@pytest.mark.usefixtures("db")
def test_choices_that_begin_with_the_same_words_are_whole(puzzle, page_for):
    page = page_for(None, viewport=PHONE)
    page.goto(f"/puzzles/{puzzle}/")
    page.locator("#show").click()
    words = page.locator(".chances li > span:first-child")
    expect(words).to_have_count(2)
    assert words.evaluate_all("all => all.map(one => one.scrollHeight <= one.clientHeight + 1)") == [True] * 2


@pytest.mark.usefixtures("db")
def test_the_question_and_two_rows_of_buttons_fit_below_a_board(page_for):
    page = page_for(None, viewport=PHONE)
    page.goto("/puzzles/cannonades/1/")
    for each in page.locator("#asked, .action-bar button").all():
        expect(each).to_be_in_viewport(ratio=1)


@pytest.mark.usefixtures("db")
def test_the_shelf_keeps_the_room_of_pictures_that_are_not_there_yet(page_for):
    page = page_for(None, viewport=PHONE)
    page.route("**/picture.svg", lambda route: route.abort())
    page.goto("/puzzles/captivate/")
    assert page.locator(".puzzle-list img").first.bounding_box()["height"] > 70


@pytest.mark.usefixtures("db")
def test_a_lessons_board_pans_to_where_a_card_went_or_belongs(page_for):
    page = page_for(None, viewport=PHONE)
    for number, card, slot, value in ((3, "goliath", 3, "350 kg"), (2, "thor", 0, "30 000 t")):
        page.goto(f"/learn/cardline/{number}/")
        for name in (f"#card-{card}", f"#place-{slot}", "#confirm"):
            with page.expect_navigation():
                page.locator(name).click()
        expect(page.locator("#asked")).to_have_text("Done!")
        expect(page.locator("#field").get_by_text(value, exact=False).last).to_be_in_viewport(ratio=1)


@pytest.mark.usefixtures("db")
def test_a_lessons_board_stays_where_its_reader_scrolled_it(page_for):
    page = page_for(None, viewport=PHONE)
    page.goto("/learn/captn-eli/12/")
    page.locator("#pick-hydron").click()
    expect(page.locator("#slot-1")).to_be_visible()
    scrolled = "document.getElementById('field').scrollTop"
    page.locator("#pick-dolphin").scroll_into_view_if_needed()
    before = page.evaluate(scrolled)
    with page.expect_navigation():
        page.locator("#pick-dolphin").click()
    assert page.evaluate(scrolled) == before > 0


@pytest.mark.usefixtures("db")
def test_the_number_of_equal_cards_is_on_their_picture(page_for):
    page = page_for(None, viewport=PHONE)
    page.goto("/learn/cannonades/4/")
    number = page.locator(".can-count").bounding_box()
    card = page.locator("#card-blue-green .card").bounding_box()
    assert number["y"] < card["y"] + card["height"] - number["height"] / 2
