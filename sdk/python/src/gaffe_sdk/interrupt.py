"""The message of an interrupted program: how its run is left, and how to resume it."""

from __future__ import annotations

import asyncio
import sys
from types import TracebackType

from gaffe_sdk.test_run import TestRun

INTERRUPTS = (KeyboardInterrupt, asyncio.CancelledError)
"""What Ctrl-C raises; an event loop cancels its main task."""


def print_interrupted(run: TestRun, *, is_cancelled: bool) -> None:
    """Prints how an interrupted run is left and how to resume it, instead of a traceback.

    The exception goes on, so that test runners and notebooks stop as usual.
    """
    progress = run.progress
    state = "is cancelled with" if is_cancelled else "has"
    command = f", or gaffe run --resume {run.id}" if is_cancelled else ""
    print(
        f"Interrupted: the run {run.name} ({run.id}) {state} {progress.done} of {progress.total} "
        f'rows done.\nResume it with model.resume_test("{run.id}"){command}. See {run.app_link}',
        file=sys.stderr,
        flush=True,
    )
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _hide_interrupt


def _hide_interrupt(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
