"""What docs/adding-a-title.md says of the example."""

import re
from pathlib import Path

HERE = Path(__file__).parent
GUIDE = HERE.parents[1] / "docs" / "adding-a-title.md"


def lines_of(*patterns):
    files = {file for pattern in patterns for file in HERE.glob(pattern)}
    assert files
    return {str(file.relative_to(HERE)): len(file.read_text().splitlines()) for file in files}


def test_the_example_is_as_long_as_the_guide_says():
    rules = lines_of("go_fish/*.py")
    words = {name: rules.pop(name) for name in list(rules) if name.endswith("presenter.py")}
    tests = lines_of("positions.py", "test_go_fish_rules.py", "test_go_fish_words.py")
    site = lines_of("test_go_fish_site.py", "test_go_fish_browser.py")
    counted = [sum(part.values()) for part in (rules, words, lines_of("go-fish.md"), tests, site)]
    told = re.findall(r"^\| .* \| (\d+) \|$", GUIDE.read_text().partition("## The example")[2], re.MULTILINE)
    assert [int(number) for number in told] == counted
