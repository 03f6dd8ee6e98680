import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Search, useAddress, useSetAddress } from "../platform/address/search.ts";
import { sessionCallsQuery, sessionsQuery } from "../platform/api/queries.ts";
import type { CallSession } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { column, type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useQueryFilter } from "../platform/list/use-cell-actions.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Badge, CallBadge, RunChip } from "../platform/ui/badges.tsx";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { costText, countText, durationText, Time } from "../platform/ui/format.tsx";
import { Blank, errorOf, More, Skeleton, useItems, Wrong } from "../platform/ui/page.tsx";
import type { Diagnostic } from "../platform/ui/query/query-language.ts";
import { QueryBar } from "../platform/ui/query/search-box.tsx";
import { TestRunsToggle } from "../platform/ui/test-runs-toggle.tsx";
import { ranges, usualRange } from "../platform/ui/time/range.ts";
import { RangeSelect } from "../platform/ui/time/range-select.tsx";
import { useZone } from "../platform/ui/time/zone.ts";
import { FirstPageCount, WithoutPartsOfQuery } from "../platform/ui/without-parts.tsx";

export function SessionsPage() {
  const { q = "", range = usualRange } = useAddress();
  useZone();
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const paged = useInfiniteQuery(sessionsQuery({ q, range }));
  const change = useSetAddress();
  const list = useList({
    kind,
    rows: useItems(paged.data),
    columns,
    unfolds: true,
    hasQuery: true,
    filter: useQueryFilter("datapoints", q, change),
  });
  return (
    <>
      <QueryBar
        title="Sessions"
        q={q}
        fields="datapoints"
        label="Search sessions by their calls"
        placeholder="user:anna is:error"
        problems={problems}
        onProblems={setProblems}
        onChange={change}
      >
        <TestRunsToggle q={q} onChange={(text) => change({ q: text })} />
        <RangeSelect value={range} onChange={(chosen) => change({ range: chosen ?? "" })} />
      </QueryBar>
      <div className="page-body flush">
        <div className="sessions">
          <TableList
            list={list}
            label="Sessions"
            whole={whole}
            error={errorOf(paged)}
            isErrorShown={problems.length > 0}
            none={<NoSessions q={q} range={range} onChange={change} />}
            toCome={12}
            rowPx={55}
          />
          {paged.hasNextPage && (
            <p style={{ padding: 12 }}>
              <More of={paged}>More sessions</More>
            </p>
          )}
        </div>
      </div>
    </>
  );
}

const kind: RowKind<CallSession> = {
  idOf: ({ id }) => id,
  pageOf: ({ id }) => ({ page: "sessions", key: id }),
};

const whole = (session: CallSession) => <FirstCalls session={session} />;

const columns: readonly TableColumn<CallSession>[] = [
  column("last", "Last call", ({ lastAt }) => <Time at={lastAt} />, {
    width: 116,
    className: "num",
    text: ({ lastAt }) => lastAt,
  }),
  column(
    "session",
    "Session",
    ({ id, sources, inputPreview }) => (
      <div className="wide">
        <TextLink text={id} to="/sessions/$id" params={{ id }} className="mono plain-link cut" />
        <span className="cut muted" dir="auto">
          {sources.includes("run") && <RunChip />} {inputPreview}
        </span>
      </div>
    ),
    { text: ({ id, inputPreview }) => `${id}\n${inputPreview}`, clauses: ({ id }) => is("session", id) },
  ),
  column("outcome", "How it went", (session) => <Outcome session={session} />, {
    width: 120,
    clauses: ({ errors, failing }) => [
      ...(failing > 0 ? is("has", "issue") : []),
      ...(errors > 0 ? is("is", "error") : []),
    ],
  }),
  column("calls", "Calls", ({ calls }) => countText(calls), { width: 64, isNumber: true }),
  column("models", "Models", ({ models }) => <span title={models.join(", ")}>{models.join(", ") || "–"}</span>, {
    width: "15%",
    from: 1280,
    className: "muted",
    text: ({ models }) => models.join(", "),
    clauses: ({ models }) => is("model", ...models),
  }),
  column("user", "User", ({ userId }) => userId ?? "–", {
    width: "13%",
    className: "muted",
    clauses: ({ userId }) => is("user", userId),
  }),
  column("lasted", "Lasted", ({ firstAt, lastAt }) => durationText(Date.parse(lastAt) - Date.parse(firstAt)), {
    width: 92,
    from: 1440,
    isNumber: true,
  }),
  column(
    "tokens",
    "Tokens",
    ({ inputTokens, outputTokens }) => (
      <>
        {inputTokens === undefined ? "–" : countText(inputTokens)} /{" "}
        {outputTokens === undefined ? "–" : countText(outputTokens)}
      </>
    ),
    { width: 160, from: 1280, isNumber: true, className: "muted" },
  ),
  column("cost", "Cost", ({ costUsd }) => (costUsd === undefined ? "–" : costText(costUsd)), {
    width: 104,
    isNumber: true,
    className: "muted",
  }),
];

export function Outcome({ session: { errors, failing } }: { session: CallSession }) {
  if (errors + failing === 0) {
    return <Badge tone="ok" sign="✓" text="ok" />;
  }
  return (
    <span className="outcome">
      {failing > 0 && <Badge tone="fail" sign="✕" text={`${failing} failing`} />}
      {errors > 0 && <Badge tone="warn" sign="⚠" text={`${errors} ${errors === 1 ? "error" : "errors"}`} />}
    </span>
  );
}

interface NoSessionsProps {
  readonly q: string;
  readonly range: string;
  readonly onChange: (search: Search) => void;
}

function NoSessions({ q, range, onChange }: NoSessionsProps) {
  if (q === "")
    return (
      <Blank title="No session in this time">
        <p>
          Calls belong to a session when they carry <code>session.id</code>, <code>gen_ai.conversation.id</code> or,
          through the proxy, the header <code>x-gaffe-session</code>.
        </p>
      </Blank>
    );
  return (
    <Blank title="No session has a call that matches">
      <WithoutPartsOfQuery
        fields="datapoints"
        q={q}
        matching={(rest) => <Matching q={rest} range={range} />}
        onChange={onChange}
      />
      {range !== "30d" && (
        <Button text={`Search ${ranges["30d"].label.toLowerCase()}`} onClick={() => onChange({ range: "30d" })} />
      )}
    </Blank>
  );
}

const Matching = (matchingQuery: Pick<NoSessionsProps, "q" | "range">) => (
  <FirstPageCount of={useInfiniteQuery(sessionsQuery(matchingQuery))} />
);

const shownCalls = 8;

export function FirstCalls({ session }: { session: CallSession }) {
  const { data, error } = useInfiniteQuery(sessionCallsQuery(session));
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={Math.min(shownCalls, session.calls)} />;
  const calls = data.pages[0]?.items.slice(0, shownCalls) ?? [];
  return (
    <ol className="first-calls" aria-label="First calls">
      {calls.map((call) => (
        <li key={call.id} className="line">
          <Time at={call.partitionTime} clock />
          <CallBadge row={call} />
          <Link to="/datapoints/$id" params={{ id: call.id }} className="cut grow plain-link" dir="auto">
            <bdi className="muted">{call.inputPreview}</bdi>
            <span aria-hidden="true"> → </span>
            <bdi>{call.errorMessage ?? call.outputPreview}</bdi>
          </Link>
        </li>
      ))}
      {session.calls > calls.length && <li className="muted small">and {session.calls - calls.length} more</li>}
    </ol>
  );
}
