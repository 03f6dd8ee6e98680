"""One test per row, for pytest."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from gaffe_sdk._sync.client import Gaffe
from gaffe_sdk.api import ScenarioRow
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.local_check import AnyCheck
from gaffe_sdk.row_text import is_failing, row_lines, value_text
from gaffe_sdk.scenario import ScenarioSet, SeedData
from gaffe_sdk.served_model import AnyModel
from gaffe_sdk.test_run import TestRun, TestRunRow

_MAX_ID_CHARS = 40

Test = Callable[..., Any]


def rows(
    scenario: ScenarioSet | str | Sequence[SeedData | Mapping[str, Any]],
    model: AnyModel | None = None,
    *,
    checks: Sequence[AnyCheck] = (),
    name: str | None = None,
    gaffe: Gaffe | None = None,
    **options: Any,
) -> Callable[[Test], Test]:
    """Makes one test per row of a scenario set, which it passes as the argument `row`.

    Without a model, `row` is a ScenarioRow, with `input` and `result`. With a model, the first test
    makes a run over all rows, and `row` is the TestRunRow with its output and verdicts; pass it to
    assert_row. `scenario` is a set, its id or name, or rows, which are stored as the set `name` (by
    default the name of the test). `options` are those of run_test.
    """

    def decorate(test: Test) -> Test:
        title = name or str(getattr(test, "__name__", "rows"))
        client = gaffe or Gaffe()
        known = (
            scenario
            if isinstance(scenario, (str, ScenarioSet))
            else client.create_scenario_set(title, scenario, update=True)
        )
        found = client.get_scenario_data_points(known)
        if model is None:
            return _parametrized(test, [(row, 1) for row in found], lambda row, _: row)
        own_model = model
        run = _LazyRun(lambda: _run(client, title, own_model, known, checks, options))
        attempts = range(1, int(options.get("repeats", 1)) + 1)
        cases = [(row, repeat) for row in found for repeat in attempts]
        return _parametrized(test, cases, run.row)

    return decorate


def assert_row(row: TestRunRow) -> None:
    """Raises AssertionError with input, output, expected result and explanations.

    A row fails if it has no output, or if a check failed or could not be evaluated.
    """
    __tracebackhide__ = True
    if is_failing(row):
        lines = "".join(f"\n  {line}" for line in row_lines(row))
        raise AssertionError(f"The row does not pass:{lines}")


class _LazyRun:
    """A run that is made when its first row is read."""

    def __init__(self, make: Callable[[], TestRun]) -> None:
        self._make = make
        self._lock = Lock()
        self._rows: dict[tuple[str, int], TestRunRow] = {}
        self._error: GaffeError | None = None

    def row(self, row: ScenarioRow, repeat: int) -> TestRunRow:
        """Returns the attempt of a row. Raises AssertionError for each row of a run that failed."""
        __tracebackhide__ = True
        with self._lock:
            if self._error is None and not self._rows:
                self._read()
        if self._error is not None:
            raise AssertionError(f"The run could not be made: {self._error}")
        found = self._rows.get((row.id, repeat))
        if found is None:
            raise GaffeError("The scenario set was changed since the tests were collected")
        return found

    def _read(self) -> None:
        try:
            made = self._make().read_rows()
        except GaffeError as error:
            self._error = error
        else:
            self._rows = {(each.row_id, each.repeat): each for each in made}


def _run(
    client: Gaffe,
    name: str,
    model: AnyModel,
    scenario: ScenarioSet | str,
    checks: Sequence[AnyCheck],
    options: Mapping[str, Any],
) -> TestRun:
    registered = client.register_model(name, model, update=True)
    return registered.run_test(name, scenario, checks=checks, **options)


def _parametrized(
    test: Test, cases: Sequence[tuple[ScenarioRow, int]], row_of: Callable[[ScenarioRow, int], Any]
) -> Test:
    try:
        import pytest  # noqa: PLC0415 - not a dependency of this package
    except ImportError as error:
        raise GaffeError("rows needs pytest", advice="pip install pytest") from error

    @functools.wraps(test)
    async def call_async(*args: Any, row: tuple[ScenarioRow, int], **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return await test(*args, row=row_of(*row), **kwargs)

    @functools.wraps(test)
    def call(*args: Any, row: tuple[ScenarioRow, int], **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return test(*args, row=row_of(*row), **kwargs)

    wrapped = call_async if inspect.iscoroutinefunction(test) else call
    ids = [value_text(row.input)[:_MAX_ID_CHARS] for row, _ in cases]
    parametrized: Test = pytest.mark.parametrize("row", list(cases), ids=ids)(wrapped)
    return parametrized
