"""The audit of dependencies fails for known vulnerabilities, and only warns about what it couldn't check."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

OLD = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
GOOD = {"name": "good", "version": "2.0", "vulns": []}
STRANGE = {"name": "strange", "skip_reason": "Dependency not found on PyPI"}


@pytest.fixture
def audit(tmp_path):
    """Return a function that runs the audit with this answer of the advisory service; None means it is unreachable."""

    def run(*packages):
        environment = {**os.environ, "HTTPS_PROXY": "http://127.0.0.1:1", "PIP_AUDIT_CACHE": str(tmp_path)}
        if packages:
            (tmp_path / "pip_audit.py").write_text(
                f"print({json.dumps(json.dumps({'dependencies': packages}))})"
            )
            environment["PYTHONPATH"] = str(tmp_path)
        return subprocess.run(
            [sys.executable, "requirements/audit.py"], cwd=settings.BASE_DIR, env=environment, check=False,
            capture_output=True, text=True,
        )  # fmt: skip

    return run


def test_known_vulnerability_fails(audit):
    result = audit(GOOD, OLD)
    assert (result.returncode, result.stderr) == (1, "VULNERABLE: old 1.0: PYSEC-1, mended in 1.1.\n")


def test_unchecked_requirements_are_reported_without_failing(audit):
    assert (audit(GOOD).returncode, audit(GOOD).stderr) == (0, "")
    result = audit(GOOD, STRANGE)
    assert (result.returncode, result.stderr) == (0, "NOT AUDITED: 1 of 2 packages of run.txt: strange.\n")
    assert audit(STRANGE, OLD).returncode == 1


def test_without_a_network_the_audit_says_so(audit):
    result = audit()
    assert result.returncode == 0 and "NOT AUDITED" in result.stderr
