"""Hold what the site runs on against the advisories that are known: `python requirements/audit.py [LOCK]`.

Fails for a known vulnerability. What could not be asked about, because the service of advisories cannot be reached
or does not know the package, is told as loudly, but fails nothing: one may work without a network.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 20  # for all of it
LOCK = Path(__file__).with_name("run.txt")


def main(lock: Path) -> int:
    """Print what was found; returns the exit status."""
    try:
        report = _asked(lock)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        _say(f"NOT AUDITED: the advisories for {lock.name} could not be asked for ({type(error).__name__}).")
        return 0
    packages = report["dependencies"]
    found = [line for package in packages for line in _advisories(package)]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if unknown:
        names = "all of them" if len(unknown) == len(packages) else ", ".join(unknown)
        _say(f"NOT AUDITED: {len(unknown)} of {len(packages)} packages of {lock.name}: {names}.")
    for line in found:
        _say(line)
    return 1 if found else 0


def _asked(lock: Path) -> Any:
    command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--progress-spinner", "off",
               "--timeout", "5", "--format", "json", "--requirement", str(lock)]  # fmt: skip
    answer = subprocess.run(command, check=False, capture_output=True, text=True, timeout=SECONDS)  # noqa: S603
    return json.loads(answer.stdout)


def _advisories(package: dict[str, Any]) -> list[str]:
    return [
        f"VULNERABLE: {package['name']} {package['version']}: {each['id']}, mended in "
        f"{', '.join(each['fix_versions']) or 'no release yet'}."
        for each in package.get("vulns", [])
    ]


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else LOCK))
