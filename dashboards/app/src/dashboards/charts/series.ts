/** Values over time for a chart and its table. An unknown value is a gap, never zero. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  /** The meaning that sets the color; the default is by index among the series. */
  readonly tone?: "ok" | "fail" | "warn" | "quiet";
}

export interface Chart {
  /** Starts of the buckets in Unix milliseconds, ascending and evenly spaced. */
  readonly times: readonly number[];
  readonly bucketMs: number;
  readonly series: readonly Series[];
}

/** Returns all series if there are few, otherwise the largest by sum and the rest as one. */
export function largest(chart: Chart, shown: number): Chart {
  if (chart.series.length <= shown) return chart;
  const bySum = [...chart.series].sort((left, right) => sumOf(right.values) - sumOf(left.values));
  const rest = bySum.slice(shown);
  const other = chart.times.map((_, index) => sumOf(rest.map(({ values }) => values[index])));
  const series = [
    ...bySum.slice(0, shown),
    { name: `${rest.length} others`, values: other, tone: "quiet" } satisfies Series,
  ];
  return { ...chart, series };
}

export const sumOf = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Returns cumulative series: each on top of those after it, so that drawing in order paints a stack. */
export function stacked(series: readonly Series[]): readonly (readonly (number | undefined)[])[] {
  const stack: (readonly (number | undefined)[])[] = [];
  let below: readonly (number | undefined)[] | undefined;
  for (const { values } of [...series].reverse()) {
    const under = below;
    below = values.map((value, index) =>
      value === undefined && under?.[index] === undefined ? undefined : (value ?? 0) + (under?.[index] ?? 0),
    );
    stack.unshift(below);
  }
  return stack;
}

export interface ChartProps {
  readonly title: string;
  readonly chart: Chart;
  /** Bars are stacked; lines have gaps where values are unknown. */
  readonly kind: "bars" | "lines";
  readonly text: (value: number) => string;
  readonly height?: number;
  /** Called when a time window was selected by dragging, in Unix milliseconds; the end is exclusive. */
  readonly onBrush?: (from: number, to: number) => void;
}

/** Returns the custom property that holds the color of a series. */
export function colorOf({ tone }: Series, index: number): string {
  switch (tone) {
    case "ok":
      return "--series-quiet";
    case "fail":
      return "--series-fail";
    case "warn":
      return "--series-warn";
    case "quiet":
      return "--series-quiet";
    default:
      return `--series-${(index % 8) + 1}`;
  }
}

/** Returns the value of a custom property in the current theme; a canvas cannot resolve it. */
export const valueOf = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();
