"""Methods of the client for issues, into which findings of monitors are grouped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.api import Issue, IssueDetail, IssueKind, IssueState, Occurrence
from gaffe_sdk.request_body import without_none

IssueReference = Issue | IssueDetail | str | int
"""An issue, its id or its number."""
IssueSort = Literal["last_seen", "first_seen", "number", "occurrences", "users", "trend"]


class AsyncIssueCalls:
    """Methods for finding, reading and changing issues."""

    _http: AsyncTransport

    async def find_issues(
        self,
        q: str = "",
        *,
        state: IssueState | Sequence[IssueState] | None = None,
        kind: IssueKind | None = None,
        sort: IssueSort = "last_seen",
        limit: int = 50,
    ) -> list[Issue]:
        """Returns at most `limit` issues that match `q`, by default the last seen first."""
        states = state if state is None or isinstance(state, str) else ",".join(state)
        params = {"q": q, "state": states, "kind": kind, "sort": sort}
        return await self._http.all("/issues", Issue, params, limit)

    async def get_issue(self, issue: IssueReference) -> IssueDetail:
        """Returns an issue with its activity and links."""
        return await self._http.get(_path(issue), IssueDetail)

    async def get_issue_markdown(self, issue: IssueReference) -> str:
        """Returns an issue as Markdown, to paste into a coding agent."""
        return await self._http.text(_path(issue), {"as": "markdown"})

    async def update_issue(
        self,
        issue: IssueReference,
        *,
        state: IssueState | None = None,
        resolution: Literal["now", "next_release"] | None = None,
        ignore_until: str | None = None,
        ignore_occurrences: int | None = None,
        assignee: str | None = None,
        note: str | None = None,
        link: str | None = None,
        unlink: str | None = None,
        resolve_after_run_of: str | None = None,
    ) -> IssueDetail:
        """Acknowledges, resolves, ignores, reopens, assigns or links an issue, or adds a note.

        - `resolution`: with the state "resolved", what brings it back: any later call ("now"), or
          one of a later release ("next_release").
        - `ignore_until` (ISO 8601) and `ignore_occurrences`: with the state "ignored", when it
          opens again.
        - `assignee`: empty to remove.
        - `link`, `unlink`: the URL of a pull request, a commit or an external issue.
        - `resolve_after_run_of`: a scenario set whose next passing run resolves it; empty for none.
        """
        body: api.IssueRequest = {
            "state": state,
            "resolution": resolution,
            "ignoreUntil": ignore_until,
            "ignoreOccurrences": ignore_occurrences,
            "assignee": assignee,
            "note": note,
            "link": link,
            "unlink": unlink,
            "resolveAfterRunOf": resolve_after_run_of,
        }
        return await self._http.patch(_path(issue), without_none(body), IssueDetail)

    async def get_issue_occurrences(
        self, issue: IssueReference, limit: int = 50
    ) -> list[Occurrence]:
        """Returns at most `limit` flagged datapoints of an issue, newest first."""
        return await self._http.all(_path(issue, "/occurrences"), Occurrence, limit=limit)

    async def get_similar_issues(self, issue: IssueReference) -> list[api.SimilarIssuesItem]:
        """Returns issues that may have the same cause, most similar first, with reasons."""
        return await self._http.whole_list(_path(issue, "/similar"), api.SimilarIssuesItem)

    async def merge_issues(
        self, issue: IssueReference, others: Sequence[IssueReference]
    ) -> IssueDetail:
        """Merges other issues into this one, with their past and future findings."""
        body: api.MergeRequest = {"issues": [_id(other) for other in others]}
        return await self._http.post(_path(issue, "/merge"), body, IssueDetail)

    async def split_issue(self, issue: IssueReference, merged: IssueReference) -> IssueDetail:
        """Takes an issue that was merged into this one out again."""
        body: api.SplitRequest = {"issue": _id(merged)}
        return await self._http.post(_path(issue, "/split"), body, IssueDetail)


def _id(issue: IssueReference) -> str:
    return issue.id if isinstance(issue, (Issue, IssueDetail)) else str(issue)


def _path(issue: IssueReference, rest: str = "") -> str:
    return f"/issues/{quote(_id(issue), safe='')}{rest}"
