"""Execution of a test run's attempts for callers without an event loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.attempts import OnProgress, Work
from gaffe_sdk.attempts import make_attempts as make_attempts_in_loop
from gaffe_sdk.event_loop import run_blocking
from gaffe_sdk.test_run import TestRun

if TYPE_CHECKING:
    from gaffe_sdk._sync.transport import Transport

__all__ = ["OnProgress", "Work", "make_attempts"]


def make_attempts(http: Transport, run: TestRun, work: Work) -> None:
    """Makes attempts on the event loop of this package, see attempts.make_attempts."""
    run_blocking(_make_attempts(http, run, work))


async def _make_attempts(http: Transport, run: TestRun, work: Work) -> None:
    own_http = AsyncTransport(http.connection)
    try:
        await make_attempts_in_loop(own_http, run, work)
    finally:
        await own_http.close()
