import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Search, useAddress } from "../address/search.ts";
import { ApiProblem } from "../api/problem.ts";
import { datapointQuery, datapointsQuery } from "../api/queries.ts";
import { NoDatapoints } from "../datapoints/none.tsx";
import { Peek } from "../datapoints/peek.tsx";
import { DatapointRows } from "../datapoints/rows.tsx";
import { useShortcuts } from "../keys/keys.tsx";
import type { Diagnostic } from "../ui/query-language.ts";
import { usualRange } from "../ui/range.ts";
import { RangeSelect } from "../ui/range-select.tsx";
import { Diagnostics, SearchBox } from "../ui/search-box.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";

const views = [
  ["All", ""],
  ["Errors", "is:error"],
  ["Refused or cut off", "finish:(content_filter OR length)"],
  ["Slow", "latency:>5s"],
  ["Costly", "cost:>$0.05"],
  ["With tool calls", "has:tool_calls"],
] as const;

export function DatapointsPage() {
  useTitle("All Datapoints");
  const { q = "", range = usualRange, peek } = useAddress();
  const navigate = useNavigate({ from: "/datapoints" });
  const queries = useQueryClient();
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [current, setCurrent] = useState<string | undefined>(peek);
  const { data, error, isPending, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    datapointsQuery({ q, range }),
  );
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const at = rows.findIndex(({ id }) => id === current);

  const change = (search: Search, replace = false) =>
    void navigate({ search: (before: Search) => ({ ...before, ...search }), replace });

  function move(to: number) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!row) return;
    setCurrent(row.id);
    if (peek !== undefined) change({ peek: row.id }, true);
    for (const near of [rows[to - 1], rows[to + 1]])
      if (near && peek) void queries.prefetchQuery(datapointQuery(near.id));
    if (to >= rows.length - 5 && hasNextPage) void fetchNextPage();
  }
  function open(id: string | undefined) {
    if (id !== undefined) void navigate({ to: "/datapoints/$id", params: { id } });
  }
  useShortcuts("Rows", [
    { keys: "j", does: "Next", run: () => move(at + 1) },
    { keys: "k", does: "Previous", run: () => move(at - 1) },
    { keys: "ArrowDown", does: "Next", run: () => move(at + 1) },
    { keys: "ArrowUp", does: "Previous", run: () => move(at - 1) },
    {
      keys: "Space",
      does: "Peek",
      run: () => change({ peek: peek === undefined ? (current ?? rows[0]?.id ?? "") : "" }),
    },
    { keys: "Enter", does: "Open", run: () => open(current) },
    { keys: "y", does: "Copy id", run: () => void navigator.clipboard.writeText(current ?? "") },
    { keys: "Escape", does: "Close the preview", run: () => change({ peek: "" }) },
  ]);

  const isMistake = error instanceof ApiProblem && error.type === "/problems/invalid-query";
  return (
    <>
      <div className="bar">
        <h1>All Datapoints</h1>
        <SearchBox
          value={q}
          fields="datapoints"
          label="Search datapoints"
          placeholder='model:gpt-4o is:error latency:>2s "refund"'
          onCommit={(text) => change({ q: text })}
          onProblems={setProblems}
        />
        <RangeSelect value={range} onChange={(chosen) => change({ range: chosen ?? "" })} />
      </div>
      <Diagnostics problems={problems} />
      <nav className="tabs" aria-label="Views">
        {views.map(([name, query]) => (
          <Link
            key={name}
            to="/datapoints"
            search={(before: Search) => ({ ...before, q: query })}
            aria-current={q === query}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className={peek ? "split peeking" : "split"}>
        <div className="pane">
          {isPending && (
            <div className="page-body">
              <Skeleton />
            </div>
          )}
          {error && !isMistake && (
            <div className="page-body">
              <Wrong error={error} retry={() => void refetch()} />
            </div>
          )}
          {isMistake && problems.length === 0 && (
            <div className="page-body">
              <Wrong error={error} />
            </div>
          )}
          {!error && data && rows.length === 0 && <NoDatapoints q={q} range={range} onChange={change} />}
          {!error && rows.length > 0 && (
            <DatapointRows
              rows={rows}
              current={current}
              peeking={Boolean(peek)}
              dimmed={isPlaceholderData}
              onChoose={(id) => {
                setCurrent(id);
                change({ peek: id });
              }}
              onEnd={() => hasNextPage && void fetchNextPage()}
            />
          )}
          <div className="foot-bar">
            <span className="num">
              {rows.length}
              {hasNextPage ? "+" : ""} {rows.length === 1 ? "datapoint" : "datapoints"}
            </span>
            <Link to="/monitors/new" search={{ q }} className="button">
              Create monitor from filter
            </Link>
            <span className="grow" />
            <span className="small">
              <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Space</kbd> peek · <kbd>Enter</kbd> open
            </span>
          </div>
        </div>
        {peek && <Peek id={peek} onClose={() => change({ peek: "" })} />}
      </div>
    </>
  );
}
