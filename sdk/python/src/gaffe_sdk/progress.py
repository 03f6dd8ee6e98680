"""Display of a run's progress: in a terminal, in logs, and for `gaffe run`."""

from __future__ import annotations

import json
import logging
import os
import sys
import time

from gaffe_sdk.test_run import Progress

_LOG_EVERY_S = 5.0
_logger = logging.getLogger("gaffe_sdk")


class RunProgress:
    """Shows how many attempts of a run are done and how long the others will take.

    A terminal shows a line that changes; elsewhere the logger `gaffe_sdk` gets a line at most every
    five seconds. `gaffe run` reads GAFFE_PROGRESS_FILE and displays the progress itself.
    """

    def __init__(self, name: str, progress: Progress) -> None:
        self._name = name
        self._total = progress.total
        self._done = self._first_done = progress.done
        self._start = self._logged_at = time.monotonic()
        self._file = os.environ.get("GAFFE_PROGRESS_FILE")
        self._is_terminal = not self._file and sys.stderr.isatty()

    def add(self, count: int) -> None:
        """Adds new results."""
        self._show(self._done + count)

    def read(self, progress: Progress) -> None:
        """Takes the progress that the service reports."""
        if progress.done != self._done:
            self._show(progress.done)

    def end(self) -> None:
        """Removes the line from the terminal."""
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _show(self, done: int) -> None:
        self._done = done
        if self._file:
            with open(self._file, "w", encoding="utf-8") as file:
                file.write(json.dumps({"name": self._name, "done": done, "total": self._total}))
        elif self._is_terminal:
            print(f"\r\x1b[K{self._text()}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._logged_at >= _LOG_EVERY_S:
            self._logged_at = time.monotonic()
            _logger.info("%s", self._text())

    def _text(self) -> str:
        made = self._done - self._first_done
        left_s = (time.monotonic() - self._start) / max(made, 1) * (self._total - self._done)
        return f"{self._name} {self._done}/{self._total} · {duration_text(left_s)} left"


def duration_text(seconds: float) -> str:
    """Returns a duration to read, such as `45 s` or `3 min`."""
    minute = 60
    return f"{seconds:.0f} s" if seconds < 2 * minute else f"{seconds / minute:.0f} min"
