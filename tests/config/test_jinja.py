"""Our cached template functions, such as `url`, return the same as Django's."""

import pytest
from django.urls import NoReverseMatch, reverse, set_script_prefix

from config.jinja2 import url


@pytest.mark.parametrize(
    ("name", "args"),
    [("table", (7,)), ("table", (2**40,)), ("move_play", (0,)), ("my_tables", ()), ("rules", ("captivate",))],
)
def test_our_urls_are_those_of_djangos_resolver(name, args):
    assert [url(name, *args) for _ in range(2)] == [reverse(name, args=args)] * 2


def test_our_urls_start_with_the_script_prefix():
    assert url("table", 7) == "/tables/7/"
    set_script_prefix("/games/50%/")
    try:
        assert url("table", 7) == reverse("table", args=[7]) == "/games/50%25/tables/7/"
    finally:
        set_script_prefix("/")


@pytest.mark.parametrize("args", [(-7,), (), ("seven",), (True, 7)])
def test_arguments_that_a_view_does_not_take_raise_an_error(args):
    with pytest.raises(NoReverseMatch):
        url("table", *args)
