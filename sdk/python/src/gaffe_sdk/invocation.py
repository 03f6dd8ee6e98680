"""Calls of the user's model, whose outputs or errors become results of attempts."""

from __future__ import annotations

import contextlib
import re
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
from gaffe_sdk.encoded_result import error_result
from gaffe_sdk.event_loop import is_package_loop
from gaffe_sdk.user_code import UserCode

_NEEDS_MULTITURN = "a conversation requires a CustomMultiturnTarget"
_OTHER_LOOP = re.compile(r"different (?:event )?loop|[Ee]vent loop is closed")
_USE_ASYNC_GAFFE = (
    ". Use AsyncGaffe and await run_test: it calls your code in your event loop, so clients that "
    "you share with it work"
)


def batch_size_of(model: OwnModel) -> int:
    """Returns the maximum number of rows per call of the model."""
    return model.batch_size if isinstance(model, CustomBatchModel) else 1


def default_input_of(attempt: api.LeasesItem) -> Any:
    """Returns the messages of a conversation, else the row's input.

    This is the model input of an attempt whose model does not report its actual input.
    """
    return attempt.input if attempt.messages is None else attempt.messages


async def invoke_model(
    code: UserCode, model: OwnModel, attempts: Sequence[api.LeasesItem]
) -> list[api.TryResult]:
    """Calls the model and returns one result per attempt, in order.

    Never raises an Exception: one of the model becomes an error result.
    """
    if isinstance(model, CustomBatchModel):
        return await _invoke_batch(code, model, attempts)
    return [await _invoke_one(code, model, attempt) for attempt in attempts]


async def end_session(code: UserCode, model: OwnModel, session_id: str) -> None:
    """Calls `end_session` of a multi-turn target.

    Suppresses its exceptions: the results of the session are already recorded.
    """
    if isinstance(model, CustomMultiturnTarget):
        with contextlib.suppress(Exception):
            await code.call(model.end_session, session_id)


async def _invoke_one(
    code: UserCode, model: CustomModel | CustomMultiturnTarget, attempt: api.LeasesItem
) -> api.TryResult:
    try:
        if isinstance(model, CustomModel):
            if attempt.messages is not None:
                return error_result(attempt, _NEEDS_MULTITURN)
            return _result_of(attempt, await code.call(model.invoke, attempt.input))
        session_id = attempt.session_id or await code.call(model.start_session, attempt.input)
        messages = list(attempt.messages or [])
        result = _result_of(
            attempt, await code.call(model.invoke, messages, attempt.input, session_id)
        )
        if session_id is not None:
            result["sessionId"] = session_id
        return result
    except Exception as error:
        return _raised(attempt, error)


async def _invoke_batch(
    code: UserCode, model: CustomBatchModel, attempts: Sequence[api.LeasesItem]
) -> list[api.TryResult]:
    ids = [f"{attempt.row_id}/{attempt.repeat}" for attempt in attempts]
    batch = [
        {"id": id, "input_value": attempt.input} for id, attempt in zip(ids, attempts, strict=True)
    ]
    try:
        if any(attempt.messages is not None for attempt in attempts):
            raise TypeError(_NEEDS_MULTITURN)
        invocations = _invocations_by_id(await code.call(model.invoke_batch, batch))
    except Exception as error:
        return [_raised(attempt, error) for attempt in attempts]
    missing = "invoke_batch returned no entry for {}: return one entry for each id"
    return [
        _result_of(attempt, invocations[id])
        if id in invocations
        else error_result(attempt, missing.format(id))
        for attempt, id in zip(attempts, ids, strict=True)
    ]


def _raised(attempt: api.LeasesItem, error: Exception) -> api.TryResult:
    text = f"{type(error).__name__}: {error}"
    if _OTHER_LOOP.search(text) and is_package_loop():
        text += _USE_ASYNC_GAFFE
    return error_result(attempt, text)


def _invocations_by_id(output: Any) -> dict[Any, Any]:
    if not isinstance(output, Sequence) or not all(isinstance(each, Mapping) for each in output):
        expected = '[{"id": …, "model_invocation": …}]'
        raise TypeError(f"invoke_batch must return {expected}, it returned {type(output).__name__}")
    return {each.get("id"): each.get("model_invocation") for each in output}


def _result_of(attempt: api.LeasesItem, output: Any) -> api.TryResult:
    """Converts a model's output: a ModelInvocation, or the prediction without anything else."""
    invocation = output if isinstance(output, ModelInvocation) else ModelInvocation(output)
    if invocation.model_prediction is None:
        returned = "None" if output is None else "a ModelInvocation without model_prediction"
        expected = "ModelInvocation(model_prediction=…) or the prediction itself"
        return error_result(attempt, f"invoke must return {expected}, it returned {returned}")
    result: api.TryResult = {
        "rowId": attempt.row_id,
        "repeat": attempt.repeat,
        "modelPrediction": invocation.model_prediction,
    }
    if invocation.model_input is not None:
        result["modelInput"] = invocation.model_input
    if invocation.model_output_metadata is not None:
        result["modelOutputMetadata"] = invocation.model_output_metadata
    return result
