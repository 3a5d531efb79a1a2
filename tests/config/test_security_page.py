"""The security page lists every requirement of the standard once, and everything that it cites exists."""

import re

import pytest
from django.conf import settings

# Sections and numbers of all requirements of OWASP ASVS 5.0.0 at levels 1 and 2.
REQUIREMENTS = """
    1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5
    3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4
    6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1
    9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3
    11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2
    14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4
    17.3:1-2
"""
COUNT = 253
PAGE = (settings.BASE_DIR / "docs" / "security.md").read_text()
ROWS = re.findall(r"^\| ([\d., ]+) \| (\w[^|]*) \| (.+) \|$", PAGE, re.MULTILINE)
_TOP = r"accounts|config|deploy|docs|games|requirements|static|templates|tests|tools"
_CITED = re.compile(
    rf"`((?:(?:{_TOP})/|\.dockerignore|Dockerfile|Makefile|compose\.yaml|pyproject\.toml)[\w./-]*)(?:::(\w+))?`"
)


def required():
    """Return the requirement numbers of the standard, in order."""
    for section, spans in (each.split(":") for each in REQUIREMENTS.split()):
        for first, _, last in (span.partition("-") for span in spans.split(",")):
            yield from (f"{section}.{number}" for number in range(int(first), int(last or first) + 1))


def answered():
    """Return each number on the page with its verdict."""
    return [(number, verdict) for numbers, verdict, _ in ROWS for number in numbers.split(", ")]


def test_every_requirement_is_listed_once_and_in_order():
    assert [number for number, _ in answered()] == list(required())
    assert len(answered()) == COUNT


def test_each_requirement_has_a_verdict_and_the_sums_are_right():
    verdicts = [verdict for _, verdict in answered()]
    sums = {verdict: verdicts.count(verdict) for verdict in ("met", "not met", "n/a")}
    assert sum(sums.values()) == COUNT
    told = re.search(r"Of (\d+) requirements (\d+) are met, (\d+) are not, and (\d+) do not apply", PAGE)
    assert [int(number) for number in told.groups()] == [COUNT, *sums.values()]


@pytest.mark.parametrize("row", [row for row in ROWS if row[1] == "met"], ids=lambda row: row[0])
def test_every_met_requirement_cites_something(row):
    assert _CITED.search(row[2]) or " above" in row[2] or row[2] == "the same"


def test_everything_cited_exists():
    cited = _CITED.findall(PAGE) + _CITED.findall((settings.BASE_DIR / "SECURITY.md").read_text())
    assert len(cited) > 200
    missing = [(path, test) for path, test in cited if not is_there(path, test)]
    assert missing == []


def is_there(path, test):
    file = settings.BASE_DIR / path
    return file.exists() and (not test or f"def {test}(" in file.read_text())


def test_every_path_is_written_in_a_checked_form():
    looked_at = {f"`{path}::{test}`" if test else f"`{path}`" for path, test in _CITED.findall(PAGE)}
    paths = re.findall(
        r"`[\w./:-]*[a-z]/[\w./:-]*`|`[\w./:-]+\.(?:py|js|md|txt|html|toml|yaml)\b[\w:]*`", PAGE
    )
    assert [path for path in paths if path not in looked_at and not path.startswith("`/")] == []


def test_links_have_targets():
    for page in ("docs/security.md", "SECURITY.md"):
        file = settings.BASE_DIR / page
        for link in re.findall(r"\]\((?!https?:|mailto:)([^)#]+)", file.read_text()):
            assert (file.parent / link).exists(), (page, link)
