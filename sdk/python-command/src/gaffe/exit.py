"""Ends of the command with a status."""

from __future__ import annotations

CHECKS_FAILED, USAGE, AUTH, NETWORK, INTERRUPTED = 1, 2, 3, 4, 130


class ExitError(Exception):
    """Ends the command with a message and a status, those of the command in Node."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def usage(message: str) -> ExitError:
    """Returns the end for a mistake in arguments or settings."""
    return ExitError(USAGE, message)
