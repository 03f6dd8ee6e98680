import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ChartWithSummary } from "../../dashboards/charts/chart-figure.tsx";
import type { Chart } from "../../dashboards/charts/series.ts";
import { isMistake } from "../../platform/api/problem.ts";
import { histogramQuery } from "../../platform/api/queries.ts";
import { countText } from "../../platform/ui/format.tsx";
import { absoluteRange } from "../../platform/ui/time/range.ts";

export function Histogram({ q, range, onRange }: { q: string; range: string; onRange: (range: string) => void }) {
  const { data, error } = useQuery(histogramQuery({ q, range }));
  const chart = useMemo<Chart | undefined>(
    () =>
      data && {
        times: data.times.map((time) => Date.parse(time)),
        bucketMs: data.bucketMs,
        series: [
          { name: "error", values: data.error, tone: "warn" },
          { name: "failing", values: data.failing, tone: "fail" },
          { name: "ok", values: data.ok, tone: "ok" },
        ],
      },
    [data],
  );
  const sum = (values: readonly number[] = []) => values.reduce((all, value) => all + value, 0);
  return (
    <div className="histogram">
      {error && !isMistake(error) && <p className="muted small">Not counted: {error.message}</p>}
      {!error && !chart && <div className="skeleton pulse" style={{ height: 44 }} />}
      {chart && data && !error && (
        <>
          <ChartWithSummary
            title="Datapoints over time"
            kind="bars"
            chart={chart}
            height={44}
            text={countText}
            onBrush={(from, to) => onRange(absoluteRange(from, to))}
          />
          <p className="small num">
            <b>{countText(sum(data.ok) + sum(data.failing) + sum(data.error))}</b>{" "}
            <span className="muted">
              matching · {countText(sum(data.failing))} failing · {countText(sum(data.error))} errors
            </span>
          </p>
        </>
      )}
    </div>
  );
}
