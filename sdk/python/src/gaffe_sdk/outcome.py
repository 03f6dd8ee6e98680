"""Calling the user's own code: what came of an input, or why nothing did."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from gaffe_sdk import api
from gaffe_sdk.custom_model import (
    CustomBatchModel,
    CustomModel,
    CustomMultiturnTarget,
    ModelInvocation,
    OwnModel,
)
from gaffe_sdk.event_loop import wait_for
from gaffe_sdk.json_text import json_of, without_none

_LONGEST_ERROR = 10_000


def batch_size_of(model: OwnModel) -> int:
    """How many rows the model takes at once."""
    return model.batch_size if isinstance(model, CustomBatchModel) else 1


def asked_of(one: api.LeasesItem) -> Any:
    """What the model was asked, where it does not say: the row's input, or the dialog so far."""
    return one.input if one.messages is None else one.messages


def results_of(model: OwnModel, tries: Sequence[api.LeasesItem]) -> list[api.TryResult]:
    """What came of tries, in their order. Never raises."""
    if isinstance(model, CustomBatchModel):
        return _batched(model, tries)
    return [_answered(model, one) for one in tries]


def _answered(model: CustomModel | CustomMultiturnTarget, one: api.LeasesItem) -> api.TryResult:
    try:
        if isinstance(model, CustomModel):
            if one.messages is not None:
                return _error(one, "a conversation needs a CustomMultiturnTarget")
            return _result(one, _awaited(model.invoke(one.input)))
        session = one.session_id or _awaited(model.start_session(one.input))
        said = _awaited(model.invoke(list(one.messages or []), one.input, session))
        result = _result(one, ModelInvocation(said) if isinstance(said, str) else said)
        if session is not None:
            result["sessionId"] = session
        return result
    except Exception as thrown:
        return _raised(one, thrown)


def end_session(model: OwnModel, session: str) -> None:
    """Lets the model end what it began. Never raises: what was answered stands."""
    if isinstance(model, CustomMultiturnTarget):
        with contextlib.suppress(Exception):
            _awaited(model.end_session(session))


def _batched(model: CustomBatchModel, tries: Sequence[api.LeasesItem]) -> list[api.TryResult]:
    ids = [f"{one.row_id}/{one.repeat}" for one in tries]
    batch = [{"id": id, "input_value": one.input} for id, one in zip(ids, tries, strict=True)]
    try:
        if any(one.messages is not None for one in tries):
            raise TypeError("a conversation needs a CustomMultiturnTarget")
        said = _by_id(_awaited(model.invoke_batch(batch)))
    except Exception as thrown:
        return [_raised(one, thrown) for one in tries]
    return [_of_batch(one, id, said) for one, id in zip(tries, ids, strict=True)]


def _by_id(said: Any) -> dict[Any, Any]:
    if not isinstance(said, Sequence) or not all(isinstance(each, Mapping) for each in said):
        shape = '[{"id": …, "model_invocation": …}]'
        raise TypeError(f"invoke_batch must return {shape}, it returned {type(said).__name__}")
    return {each.get("id"): each.get("model_invocation") for each in said}


def _of_batch(one: api.LeasesItem, id: str, said: Mapping[Any, Any]) -> api.TryResult:
    if id not in said:
        return _error(one, f"invoke_batch said nothing of {id}: return one entry for each id")
    try:
        return _result(one, said[id])
    except Exception as thrown:
        return _raised(one, thrown)


def _result(one: api.LeasesItem, said: Any) -> api.TryResult:
    """Raises ValueError for what cannot be written as JSON."""
    if not isinstance(said, ModelInvocation) or said.model_prediction is None:
        kind = "one without" if isinstance(said, ModelInvocation) else type(said).__name__
        return _error(
            one, f"invoke must return ModelInvocation(model_prediction=…), it returned {kind}"
        )
    result: api.TryResult = {
        "rowId": one.row_id,
        "repeat": one.repeat,
        "modelPrediction": said.model_prediction,
        "modelInput": said.model_input,
        "modelOutputMetadata": said.model_output_metadata,
    }
    json_of(result)
    return without_none(result)


def _raised(one: api.LeasesItem, thrown: Exception) -> api.TryResult:
    return _error(one, f"{type(thrown).__name__}: {thrown}")


def _error(one: api.LeasesItem, text: str) -> api.TryResult:
    return {"rowId": one.row_id, "repeat": one.repeat, "error": text[:_LONGEST_ERROR]}


def _awaited(said: Any) -> Any:
    return wait_for(said) if inspect.isawaitable(said) else said
