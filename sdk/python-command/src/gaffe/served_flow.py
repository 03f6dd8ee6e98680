"""Flows in YAML: the service calls the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gaffe_sdk import Gaffe, GaffeError, RunMetrics, TestRun
from gaffe_sdk import api as types
from gaffe_sdk._sync.registered_model import wait_for_end
from gaffe_sdk._sync.transport import Transport
from gaffe_sdk.answer import Answer
from gaffe_sdk.progress import RunProgress
from gaffe_sdk.request_body import without_none
from gaffe_sdk.run_environment import ci_commit, ci_url
from gaffe_sdk.scenario import ScenarioSet
from gaffe_sdk.test_run import run_path

from gaffe.exit import INTERRUPTED, ExitError, usage
from gaffe.flows import ServedFlow
from gaffe.script_flow import Outcome

_CONFLICT = 409


def run_served(
    flow: ServedFlow, http: Transport, tags: Sequence[str], skipped: Sequence[str]
) -> Outcome:
    """Makes a run and waits for its end. Raises ExitError for a setting that is refused."""
    try:
        scenario = _scenario_of(flow, http)
        if flow.definition is not None:
            body = {
                "name": flow.model,
                "definition": flow.definition,
                "secrets": flow.secrets,
                "update": True,
            }
            http.post("/models", without_none(body), types.Model)
        run = http.post("/test-runs", _new_run(flow, scenario, tags, skipped), TestRun)
    except GaffeError as error:
        if error.status is None or error.status in (401, 403):
            raise
        raise usage(f"{flow.where}: {error}") from error
    ended = _wait(http, run)
    return Outcome([ended], _missed(ended.metrics, flow.at_least))


def _wait(http: Transport, run: TestRun) -> TestRun:
    progress = RunProgress(run.name, run.progress)
    try:
        return wait_for_end(http, run, progress.read)
    except KeyboardInterrupt:
        left = http.post(run_path(run, "/cancel"), {}, TestRun)
        done = f"{left.progress.done}/{left.progress.total} rows done"
        raise ExitError(
            INTERRUPTED,
            f"interrupted: the run {run.name} ({run.id}) is cancelled with {done}. "
            f"See {run.app_link}",
        ) from None
    finally:
        progress.end()


def _new_run(
    flow: ServedFlow, scenario: str, tags: Sequence[str], skipped: Sequence[str]
) -> dict[str, Any]:
    checks = flow.options.get("checks", [])
    names = {each if isinstance(each, str) else each.get("check") for each in checks}
    allowed = [*flow.options.get("allowSkipped", []), *[name for name in skipped if name in names]]
    return without_none(
        {
            "name": flow.name,
            "scenarioId": scenario,
            "modelId": flow.model,
            **flow.options,
            "allowSkipped": allowed,
            "tags": list(tags),
            "commit": ci_commit(),
            "ciUrl": ci_url(),
        }
    )


def _scenario_of(flow: ServedFlow, http: Transport) -> str:
    """Returns the set: that of the settings, of the file's rows, or of collected datapoints."""
    if flow.scenario_file is not None:
        file = flow.scenario_file
        try:
            content = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise usage(f"{flow.where}: {file} cannot be read: {error}") from error
        body = {
            "name": f"{flow.name}: {file.name}",
            "content": content,
            "format": "csv" if file.suffix == ".csv" else "jsonl",
            "update": True,
        }
        return http.post("/scenario-sets/upload", body, ScenarioSet).id
    scenario = flow.scenario or ""
    if flow.collect is not None:
        try:
            http.post("/scenario-sets/from-datapoints", {"name": scenario, **flow.collect}, _Any)
        except GaffeError as error:
            # An existing set stays as it is.
            if error.status != _CONFLICT or error.field != "name":
                raise
    return scenario


class _Any(Answer):
    pass


def _missed(metrics: RunMetrics | None, least: Mapping[str, float]) -> list[str]:
    """Returns a sentence for each metric that is below its minimum, or that the run lacks."""
    found = {} if metrics is None else metrics_of(metrics)
    return [
        f"{name} is {found[name]:.3g}, less than {wanted:g}"
        if name in found
        else f"the run has no {name}; it has {', '.join(found) or 'no metrics'}"
        for name, wanted in least.items()
        if name not in found or found[name] < wanted
    ]


def metrics_of(metrics: RunMetrics) -> dict[str, float]:
    """Returns the metrics of the run's type, and the share of rows that each check passed."""
    found: dict[str, float] = {}
    if metrics.classification is not None:
        found["accuracy"] = metrics.classification.accuracy
        found.update(_quality(metrics.classification.macro))
    for at in metrics.retrieval or ():
        values = at.model_dump(exclude={"k"})
        found.update({f"{name.replace('_', '-')}@{at.k}": each for name, each in values.items()})
    if metrics.trajectories is not None:
        values = metrics.trajectories.model_dump()
        names = ("exact", "any_order", "subset", "superset", "argument_match")
        found.update({name.replace("_", "-"): values[name] for name in names})
        found.update(_quality(metrics.trajectories))
    if metrics.invariance is not None:
        found["consistency"] = metrics.invariance.consistency
    if metrics.conversations is not None:
        found["turns"] = metrics.conversations.mean_turns
    rates = {each.check: each.pass_rate for each in metrics.checks}
    return found | {name: rate for name, rate in rates.items() if rate is not None}


def _quality(of: types.Quality | types.Trajectories) -> dict[str, float]:
    return {"precision": of.precision, "recall": of.recall, "f1": of.f1}


def client_of(gaffe: Gaffe) -> Transport:
    """Returns how a client sends requests."""
    return gaffe._http
