"""Flows that are programs in Python."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gaffe_sdk import Gaffe, TestRun

from gaffe.exit import INTERRUPTED, ExitError
from gaffe.flows import ScriptFlow
from gaffe.settings import Settings


@dataclass(frozen=True)
class Outcome:
    """What a flow came to."""

    runs: list[TestRun]
    failures: list[str]


def run_script(
    flow: ScriptFlow, settings: Settings, gaffe: Gaffe, tags: Sequence[str], skipped: Sequence[str]
) -> Outcome:
    """Runs a program, whose SDK writes each finished run to the file GAFFE_REPORT_FILE."""
    with tempfile.TemporaryDirectory(prefix="gaffe-flow-") as folder:
        report = Path(folder) / "runs.jsonl"
        environment = {
            **os.environ,
            "GAFFE_ENDPOINT": settings.base_url,
            "GAFFE_TOKEN": settings.api_key,
            "GAFFE_REPORT_FILE": str(report),
            "GAFFE_RUN_TAGS": ",".join(tags),
            "GAFFE_ALLOW_SKIPPED": ",".join(skipped),
        }
        status = _status_of([_python(settings.folder), str(flow.file)], environment)
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
    runs = [gaffe.get_test_run(json.loads(line)["id"]) for line in lines]
    return Outcome(runs, [] if status == 0 else [f"it ended with status {status}"])


def _python(folder: Path) -> str:
    """Returns the active environment's interpreter, that of `.venv`, or the one of this command."""
    parts = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
    active = os.environ.get("VIRTUAL_ENV")
    candidates = [Path(active, *parts)] if active else []
    found = next(
        (each for each in [*candidates, Path(folder, ".venv", *parts)] if each.exists()), None
    )
    return str(found or sys.executable)


def _status_of(command: list[str], environment: dict[str, str]) -> int:
    """Returns the status of a program. Its output goes where that of this command goes."""
    with subprocess.Popen(command, env=environment) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # A terminal sends the signal to the program as well, which says how its run is left.
            if not sys.stdin.isatty():
                process.send_signal(signal.SIGINT)
            process.wait()
            raise ExitError(INTERRUPTED, "interrupted") from None
