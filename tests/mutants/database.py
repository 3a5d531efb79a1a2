"""A plugin of pytest: the test database was made beforehand, so no session makes one."""

import pytest


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None) -> None:
    """Nothing: each fork of tests/mutants/warm.py takes a copy."""
