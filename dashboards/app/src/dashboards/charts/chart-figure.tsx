import { lazy, Suspense } from "react";
import { ScrollRegion } from "../../platform/ui/table.tsx";
import { momentText } from "../../platform/ui/time/zone.ts";
import { type ChartProps, colorOf, sumOf } from "./series.ts";

const Plot = lazy(() => import("./plot.tsx"));

/** A chart without a table, for a strip above a list, with a summary for screen readers. */
export const ChartWithSummary = (props: ChartProps) => (
  <figure className="chart bare">
    <ChartImage {...props} bare />
  </figure>
);

export function ChartImage(props: ChartProps & { readonly bare?: boolean }) {
  const { title, chart, height = 180 } = props;
  const summary = `${title}: ${chart.series.map(({ name, values }) => `${name} ${summaryOf(values, props)}`).join(", ")}`;
  return (
    <div role="img" aria-label={summary} className="plot" style={{ height }}>
      <Suspense>
        <Plot {...props} height={height} />
      </Suspense>
    </div>
  );
}

export const Legend = (props: Pick<ChartProps, "chart" | "kind" | "text">) => (
  <ul className="legend">
    {props.chart.series.map((series, index) => (
      <li key={series.name}>
        <i style={{ background: `var(${colorOf(series, index)})` }} />
        <span className="cut">{series.name}</span>
        <span className="muted num">{summaryOf(series.values, props)}</span>
      </li>
    ))}
  </ul>
);

/** Sums stacked counts; for a line, returns the last known value. */
function summaryOf(values: readonly (number | undefined)[], { kind, text }: Pick<ChartProps, "kind" | "text">): string {
  if (kind === "bars") return text(sumOf(values));
  const last = values.findLast((value) => value !== undefined);
  return last === undefined ? "–" : text(last);
}

export function ChartTable({ title, chart, text }: Pick<ChartProps, "title" | "chart" | "text">) {
  const rows = chart.times
    .map((time, index) => ({ time, values: chart.series.map(({ values }) => values[index]) }))
    .filter(({ values }) => values.some((value) => value !== undefined && value !== 0))
    .reverse();
  return (
    <ScrollRegion className="chart-table" label={`${title} as a table`}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">From</th>
            {chart.series.map(({ name }) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, values }) => (
            <tr key={time}>
              <th scope="row">
                <time dateTime={new Date(time).toISOString()}>{momentText(time)}</time>
              </th>
              {values.map((value, column) => (
                <td key={chart.series[column]?.name} className="right num">
                  {value === undefined ? "–" : text(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="muted">No data in this time range.</p>}
    </ScrollRegion>
  );
}
