import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { SpanRow } from "../datapoints/traces/span-row.tsx";
import { zoomOf } from "../datapoints/traces/trace-request.ts";
import { useTree } from "../datapoints/traces/use-tree.ts";
import type { Datapoint } from "../platform/api/types.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { countText } from "../platform/ui/format.tsx";
import { Skeleton, Wrong } from "../platform/ui/page.tsx";

const rowPx = 30;
const firstWindow = [0];

export function TraceTab({ datapoint: { traceId, spanId } }: { datapoint: Datapoint }) {
  const navigate = useNavigate();
  const { rows, tree, error } = useTree({ traceId, folded: "", unfolded: "", view: "", focus: spanId }, firstWindow);
  const scroll = useRef<HTMLDivElement>(null);
  const focus = tree?.focusRow;
  useEffect(() => {
    if (focus !== undefined) scroll.current?.scrollTo({ top: (focus - 4) * rowPx });
  }, [focus]);
  if (!tree) return error ? <Wrong error={error} /> : <Skeleton rows={6} />;
  const zoom = zoomOf(undefined, tree.durationMs);
  const shown = Math.min(tree.rowCount, rows.size);
  const open = (span: string | undefined) =>
    void navigate({ to: "/traces/$traceId", params: { traceId }, search: span === undefined ? {} : { span } });
  return (
    <section className="card flush" aria-label="Trace">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
      <div ref={scroll} className="waterfall short" role="tree" aria-label="Spans" tabIndex={0}>
        <div className="rows" role="presentation" style={{ height: shown * rowPx }}>
          {Array.from({ length: shown }, (_, index) => (
            <SpanRow
              // oxlint-disable-next-line react/no-array-index-key -- a row is its place
              key={index}
              row={rows.get(index)}
              top={index * rowPx}
              zoom={zoom}
              isCurrent={index === focus}
              isFolded={false}
              onChoose={() => open(rows.get(index)?.spanId)}
              onFold={() => open(rows.get(index)?.spanId)}
            />
          ))}
        </div>
      </div>
      <p className="card-foot small muted">
        {countText(tree.spanCount)} {tree.spanCount === 1 ? "span" : "spans"}
        {tree.services.length > 0 && ` · ${tree.services.join(", ")}`} ·{" "}
        <TextLink text="Open the trace" to="/traces/$traceId" params={{ traceId }} search={{ span: spanId }} />
      </p>
    </section>
  );
}
