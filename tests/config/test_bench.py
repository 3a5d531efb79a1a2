"""`make bench`: .ci/run runs all its parts in a short form; this tests what is refused."""

import pytest

from tools.bench.__main__ import main


@pytest.mark.parametrize("parts", ["served peers", "served", "engines", "site BASE=../old"])
def test_an_unknown_part_is_refused(parts, capsys):
    with pytest.raises(SystemExit, match="Expected engine, site, served cost or bots, but got"):
        main(parts.split())
    assert capsys.readouterr().out == ""
