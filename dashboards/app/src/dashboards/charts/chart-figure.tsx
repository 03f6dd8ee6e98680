import { lazy, Suspense } from "react";
import { ScrollRegion } from "../../platform/ui/scroll-region.tsx";
import { momentText } from "../../platform/ui/time/zone.ts";
import type { ChartProps } from "./chart-props.ts";
import { colourOf } from "./colours.ts";
import { sumOf } from "./series.ts";

const Plot = lazy(() => import("./plot.tsx"));

/** A chart alone, for a strip above a list; what is seen is told to a screen reader. */
export function ChartFigure(props: ChartProps) {
  return (
    <figure className="chart bare">
      <ChartImage {...props} bare />
    </figure>
  );
}

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

export function Legend(props: Pick<ChartProps, "chart" | "kind" | "text">) {
  return (
    <ul className="legend">
      {props.chart.series.map((series, place) => (
        <li key={series.name}>
          <i style={{ background: `var(${colourOf(series, place)})` }} />
          <span className="cut">{series.name}</span>
          <span className="muted num">{summaryOf(series.values, props)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Stacked counts are summed up; of a line the last known value is told. */
function summaryOf(values: readonly (number | undefined)[], { kind, text }: Pick<ChartProps, "kind" | "text">): string {
  if (kind === "bars") return text(sumOf(values));
  const last = values.findLast((value) => value !== undefined);
  return last === undefined ? "–" : text(last);
}

/** The same for whoever cannot see it or wants the numbers. */
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
      {rows.length === 0 && <p className="muted">Nothing in this time.</p>}
    </ScrollRegion>
  );
}
