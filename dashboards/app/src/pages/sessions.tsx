import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Search, useAddress } from "../address/search.ts";
import { sessionsQuery } from "../api/sessions.ts";
import type { CallSession } from "../api/types.ts";
import { useShortcuts } from "../keys/keys.tsx";
import { costText, countText, durationText } from "../ui/format.ts";
import { Mark } from "../ui/marks.tsx";
import type { Diagnostic } from "../ui/query-language.ts";
import { usualRange } from "../ui/range.ts";
import { RangeSelect } from "../ui/range-select.tsx";
import { Diagnostics, SearchBox } from "../ui/search-box.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { TestRunsToggle } from "../ui/test-runs-toggle.tsx";
import { useTitle } from "../ui/title.ts";
import { useZone } from "../ui/zone.ts";

export function SessionsPage() {
  useTitle("Sessions");
  const { q = "", range = usualRange } = useAddress();
  useZone();
  const navigate = useNavigate({ from: "/sessions" });
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [at, setAt] = useState(-1);
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(sessionsQuery({ q, range }));
  const sessions = data?.pages.flatMap(({ items }) => items) ?? [];
  const change = (search: Search) => void navigate({ search: (before: Search) => ({ ...before, ...search }) });
  const move = (to: number) => {
    const next = Math.max(0, Math.min(sessions.length - 1, to));
    setAt(next);
    document.getElementById(`session-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const open = () => {
    const id = sessions[at]?.id;
    if (id !== undefined) void navigate({ to: "/sessions/$id", params: { id } });
  };
  useShortcuts("Sessions", [
    { keys: "j", does: "Next", run: () => move(at + 1) },
    { keys: "k", does: "Previous", run: () => move(at - 1) },
    { keys: "Enter", does: "Open", run: open },
  ]);
  return (
    <>
      <div className="bar">
        <h1>Sessions</h1>
        <SearchBox
          value={q}
          fields="datapoints"
          label="Search sessions by their calls"
          placeholder="user:anna is:error"
          onCommit={(text) => change({ q: text })}
          onProblems={setProblems}
        />
        <TestRunsToggle q={q} onChange={(text) => change({ q: text })} />
        <RangeSelect value={range} onChange={(chosen) => change({ range: chosen ?? "" })} />
      </div>
      <Diagnostics problems={problems} />
      <div className="page-body flush">
        {isPending && (
          <div className="page-body">
            <Skeleton rows={12} />
          </div>
        )}
        {error && problems.length === 0 && (
          <div className="page-body">
            <Wrong error={error} retry={() => void refetch()} />
          </div>
        )}
        {!error && data && sessions.length === 0 && <NoSessions filtered={q !== ""} />}
        {!error && sessions.length > 0 && (
          <div className="sessions">
            <Table
              label="Sessions"
              head={["Last call", "Session", "How it went", ">Calls", "Models", "User", ">Lasted", ">Tokens", ">Cost"]}
            >
              {sessions.map((session, index) => (
                <Row key={session.id} session={session} place={index} isCurrent={index === at} />
              ))}
            </Table>
            {hasNextPage && (
              <p style={{ padding: 12 }}>
                <button type="button" onClick={() => void fetchNextPage()}>
                  More sessions
                </button>
              </p>
            )}
          </div>
        )}
      </div>
    </>
  );
}

function Row({ session, place, isCurrent }: { session: CallSession; place: number; isCurrent: boolean }) {
  const { id, calls, models, userId, firstAt, lastAt, inputPreview, inputTokens, outputTokens, costUsd } = session;
  return (
    <tr id={`session-${place}`} className={isCurrent ? "current" : ""}>
      <td className="num">
        <Time at={lastAt} />
      </td>
      <td>
        <div className="wide">
          <Link to="/sessions/$id" params={{ id }} className="mono plain-link cut">
            {id}
          </Link>
          <span className="cut muted" dir="auto">
            {inputPreview}
          </span>
        </div>
      </td>
      <td>
        <Outcome session={session} />
      </td>
      <td className="right num">{countText(calls)}</td>
      <td className="muted models" title={models.join(", ")}>
        {models.join(", ") || "–"}
      </td>
      <td className="muted">{userId ?? "–"}</td>
      <td className="right num">{durationText(Date.parse(lastAt) - Date.parse(firstAt))}</td>
      <td className="right num muted">
        {inputTokens === undefined ? "–" : countText(inputTokens)} /{" "}
        {outputTokens === undefined ? "–" : countText(outputTokens)}
      </td>
      <td className="right num muted">{costUsd === undefined ? "–" : costText(costUsd)}</td>
    </tr>
  );
}

export function Outcome({ session: { errors, failing } }: { session: CallSession }) {
  if (errors + failing === 0) {
    return (
      <Mark tone="ok" sign="✓">
        ok
      </Mark>
    );
  }
  return (
    <span className="outcome">
      {failing > 0 && <Mark tone="fail" sign="✕">{`${failing} failing`}</Mark>}
      {errors > 0 && <Mark tone="warn" sign="⚠">{`${errors} ${errors === 1 ? "error" : "errors"}`}</Mark>}
    </span>
  );
}

function NoSessions({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Blank title="No session has a call that matches" />
  ) : (
    <Blank title="No session in this time">
      <p>
        Calls belong to a session when they carry <code>session.id</code>, <code>gen_ai.conversation.id</code> or,
        through the proxy, the header <code>x-gaffe-session</code>.
      </p>
    </Blank>
  );
}
