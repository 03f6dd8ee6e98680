import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { traceQuery } from "../api/queries.ts";
import type { Trace } from "../api/types.ts";
import { JsonView } from "../dialog/json-view.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { durationText, shortId } from "../ui/format.ts";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";

type Span = Trace["spans"][number];

export function TracePage() {
  const { traceId } = useParams({ from: "/traces/$traceId" });
  const { data, error, refetch } = useQuery(traceQuery(traceId));
  useTitle(`Trace ${shortId(traceId)}`);
  return (
    <>
      <div className="bar">
        <h1>
          Trace <span className="mono">{shortId(traceId)}</span>
        </h1>
        <CopyButton compact label="Copy trace id" text={traceId} />
        {data && (
          <span className="muted">
            {data.spans.length} spans · {data.datapoints.length} datapoints · {data.logs.length} log records
          </span>
        )}
      </div>
      <div className="page-body">
        {error && <Wrong error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton rows={12} />}
        {data && <Spans trace={data} />}
      </div>
    </>
  );
}

function Spans({ trace }: { trace: Trace }) {
  const [open, setOpen] = useState<string>();
  const spans = inOrder(trace.spans);
  const starts = trace.spans.map(({ startedAt }) => Date.parse(startedAt));
  const from = Math.min(...starts);
  const total = Math.max(
    1,
    ...trace.spans.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs - from),
  );
  return (
    <ul className="card flush">
      {spans.map(({ span, depth }) => (
        <li key={span.spanId}>
          <div className="tree">
            <span className="line cut" style={{ paddingLeft: depth * 16, flexWrap: "nowrap" }}>
              <button
                type="button"
                className="link cut"
                aria-expanded={open === span.spanId}
                onClick={() => setOpen(open === span.spanId ? undefined : span.spanId)}
              >
                {span.name}
              </button>
              {span.datapointId !== undefined && (
                <Link to="/datapoints/$id" params={{ id: span.datapointId }} className="chip info">
                  datapoint
                </Link>
              )}
              {span.status === "error" && <span className="chip fail">error</span>}
            </span>
            <span className="track" aria-hidden="true">
              <i
                className={span.status === "error" ? "error" : span.datapointId === undefined ? "" : "call"}
                style={{
                  left: `${((Date.parse(span.startedAt) - from) / total) * 100}%`,
                  width: `${(span.durationMs / total) * 100}%`,
                }}
              />
            </span>
            <span className="num right muted">{durationText(span.durationMs)}</span>
          </div>
          {open === span.spanId && (
            <div style={{ padding: "10px 16px", background: "var(--panel)" }} className="stack">
              <p>{span.because}</p>
              {span.statusMessage !== undefined && <p className="note warn">{span.statusMessage}</p>}
              <JsonView value={span.attributes} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Parents before children, in the order of time; a span whose parent never came stands at the top. */
function inOrder(spans: readonly Span[]): readonly { readonly span: Span; readonly depth: number }[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(
    [...spans].sort((left, right) => left.startedAt.localeCompare(right.startedAt)),
    ({ parentSpanId }) => (parentSpanId !== undefined && known.has(parentSpanId) ? parentSpanId : ""),
  );
  const ordered: { span: Span; depth: number }[] = [];
  const rest = (children.get("") ?? []).map((span) => ({ span, depth: 0 })).reverse();
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { span, depth } = next;
    ordered.push(next);
    rest.push(...(children.get(span.spanId) ?? []).map((child) => ({ span: child, depth: depth + 1 })).reverse());
  }
  return ordered;
}
