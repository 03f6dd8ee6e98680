"""Methods of the client for judge models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.api import Judge, JudgeKind, JudgeTest, StructuredOutput
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import api_fields, without_none

_FIELDS = (
    *("name", "kind", "base_url", "model", "structured_output", "temperature", "context_tokens"),
    *("timeout_ms", "concurrency", "requests_per_minute", "daily_usd", "daily_calls", "packs"),
    *("price", "is_active", "key"),
)


class AsyncJudgeCalls:
    """Methods for judge models, which evaluate judged checks."""

    _http: AsyncTransport

    async def get_judges(self) -> list[Judge]:
        """Returns the judge models of the project, with today's cost."""
        return await self._http.whole_list("/judges", Judge)

    async def get_judge(self, judge: Judge | str) -> Judge:
        """Returns a judge model by id or name. Raises GaffeError if none has it."""
        judges = await self.get_judges()
        wanted = judge.id if isinstance(judge, Judge) else judge
        found = next((each for each in judges if wanted in (each.id, each.name)), None)
        if found is None:
            names = ", ".join(each.name for each in judges) or "none"
            raise GaffeError(
                f"The judge {wanted} does not exist. Existing judges: {names}", field="judge"
            )
        return found

    async def create_judge(
        self,
        name: str,
        base_url: str,
        model: str,
        *,
        key: str | None = None,
        kind: JudgeKind | None = None,
        structured_output: StructuredOutput | None = None,
        temperature: float | None = None,
        context_tokens: int | None = None,
        timeout_ms: int | None = None,
        concurrency: int | None = None,
        requests_per_minute: int | None = None,
        daily_usd: float | None = None,
        daily_calls: int | None = None,
        packs: bool | None = None,
        price: Mapping[str, float] | None = None,
        is_active: bool | None = None,
    ) -> Judge:
        """Adds a judge model; the first one becomes active. None: the service's default.

        - `base_url`: up to and including the version segment, such as https://api.openai.com/v1.
        - `key`: stored encrypted, sent only to that host, and never returned.
        - `daily_usd`, `daily_calls`: daily limits (UTC), above which checks are skipped.
        - `price`: `{"input": …, "output": …}` in US dollars per million tokens, for an unknown
          model.
        """
        body: api.NewJudge = {
            "name": name,
            "baseUrl": base_url,
            "model": model,
        }
        options: dict[str, Any] = {
            "key": key,
            "kind": kind,
            "structuredOutput": structured_output,
            "temperature": temperature,
            "contextTokens": context_tokens,
            "timeoutMs": timeout_ms,
            "concurrency": concurrency,
            "requestsPerMinute": requests_per_minute,
            "dailyUsd": daily_usd,
            "dailyCalls": daily_calls,
            "packs": packs,
            "price": price,
            "isActive": is_active,
        }
        return await self._http.post("/judges", {**body, **without_none(options)}, Judge)

    async def update_judge(self, judge: Judge | str, **change: Any) -> Judge:
        """Changes the given fields, named as in create_judge.

        Another host removes the key unless a new one is given.
        """
        body = api_fields(change, _FIELDS, "judge")
        return await self._http.patch(await self._path(judge), body, Judge)

    async def delete_judge(self, judge: Judge | str) -> None:
        """Deletes a judge model and its key."""
        await self._http.delete(await self._path(judge))

    async def test_judge(self, judge: Judge | str) -> JudgeTest:
        """Sends a judge model one easy check and returns the result; the call is billed."""
        return await self._http.post(f"{await self._path(judge)}/test", {}, JudgeTest)

    async def _path(self, judge: Judge | str) -> str:
        found = judge if isinstance(judge, Judge) else await self.get_judge(judge)
        return f"/judges/{quote(found.id, safe='')}"
