"""Calls of the user's model, whose outputs or errors become results of attempts."""

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
from gaffe_sdk.request_body import to_json, without_none

_MAX_ERROR_CHARS = 10_000
_NEEDS_MULTITURN = "a conversation requires a CustomMultiturnTarget"


def batch_size_of(model: OwnModel) -> int:
    """Returns the maximum number of rows per call of the model."""
    return model.batch_size if isinstance(model, CustomBatchModel) else 1


def default_input_of(attempt: api.LeasesItem) -> Any:
    """Returns the messages of a conversation, else the row's input.

    This is the model input of an attempt whose model does not report its actual input.
    """
    return attempt.input if attempt.messages is None else attempt.messages


def invoke_model(model: OwnModel, attempts: Sequence[api.LeasesItem]) -> list[api.TryResult]:
    """Calls the model and returns one result per attempt, in order.

    Never raises: an exception of the model becomes an error result.
    """
    if isinstance(model, CustomBatchModel):
        return _invoke_batch(model, attempts)
    return [_invoke_one(model, attempt) for attempt in attempts]


def end_session(model: OwnModel, session_id: str) -> None:
    """Calls `end_session` of a multi-turn target.

    Suppresses its exceptions: the results of the session are already recorded.
    """
    if isinstance(model, CustomMultiturnTarget):
        with contextlib.suppress(Exception):
            _resolve(model.end_session(session_id))


def _invoke_one(
    model: CustomModel | CustomMultiturnTarget, attempt: api.LeasesItem
) -> api.TryResult:
    try:
        if isinstance(model, CustomModel):
            if attempt.messages is not None:
                return _error_result(attempt, _NEEDS_MULTITURN)
            return _result_of(attempt, _resolve(model.invoke(attempt.input)))
        session_id = attempt.session_id or _resolve(model.start_session(attempt.input))
        output = _resolve(model.invoke(list(attempt.messages or []), attempt.input, session_id))
        invocation = ModelInvocation(output) if isinstance(output, str) else output
        result = _result_of(attempt, invocation)
        if session_id is not None:
            result["sessionId"] = session_id
        return result
    except Exception as error:
        return _error_result(attempt, error)


def _invoke_batch(
    model: CustomBatchModel, attempts: Sequence[api.LeasesItem]
) -> list[api.TryResult]:
    ids = [f"{attempt.row_id}/{attempt.repeat}" for attempt in attempts]
    batch = [
        {"id": id, "input_value": attempt.input} for id, attempt in zip(ids, attempts, strict=True)
    ]
    try:
        if any(attempt.messages is not None for attempt in attempts):
            raise TypeError(_NEEDS_MULTITURN)
        invocations = _invocations_by_id(_resolve(model.invoke_batch(batch)))
    except Exception as error:
        return [_error_result(attempt, error) for attempt in attempts]
    missing = "invoke_batch returned no entry for {}: return one entry for each id"
    return [
        _result_of(attempt, invocations[id])
        if id in invocations
        else _error_result(attempt, missing.format(id))
        for attempt, id in zip(attempts, ids, strict=True)
    ]


def _invocations_by_id(output: Any) -> dict[Any, Any]:
    if not isinstance(output, Sequence) or not all(isinstance(each, Mapping) for each in output):
        expected = '[{"id": …, "model_invocation": …}]'
        raise TypeError(f"invoke_batch must return {expected}, it returned {type(output).__name__}")
    return {each.get("id"): each.get("model_invocation") for each in output}


def _result_of(attempt: api.LeasesItem, invocation: Any) -> api.TryResult:
    """Converts a model invocation. One without a JSON representation becomes an error result."""
    returned = ""
    if not isinstance(invocation, ModelInvocation):
        returned = type(invocation).__name__
    elif invocation.model_prediction is None:
        returned = "a ModelInvocation without model_prediction"
    if returned:
        expected = "ModelInvocation(model_prediction=…)"
        return _error_result(attempt, f"invoke must return {expected}, it returned {returned}")
    result: api.TryResult = {
        "rowId": attempt.row_id,
        "repeat": attempt.repeat,
        "modelPrediction": invocation.model_prediction,
        "modelInput": invocation.model_input,
        "modelOutputMetadata": invocation.model_output_metadata,
    }
    try:
        to_json(result)
    except Exception as error:
        return _error_result(attempt, error)
    return without_none(result)


def _error_result(attempt: api.LeasesItem, error: str | Exception) -> api.TryResult:
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    return {"rowId": attempt.row_id, "repeat": attempt.repeat, "error": text[:_MAX_ERROR_CHARS]}


def _resolve(output: Any) -> Any:
    return wait_for(output) if inspect.isawaitable(output) else output
