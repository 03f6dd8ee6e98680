"""Gaffe for Python: everything of gaffe_sdk, and the helpers for pytest."""

import gaffe_sdk
from gaffe_sdk import *  # noqa: F403
from gaffe_sdk.testing import assert_row as assert_row
from gaffe_sdk.testing import assert_run as assert_run
from gaffe_sdk.testing import rows as rows

__all__ = [*gaffe_sdk.__all__, "assert_row", "assert_run", "rows"]  # noqa: PLE0604
