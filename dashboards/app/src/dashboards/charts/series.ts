/** Values over time as a chart and its table show them; what is not known is a gap, never a zero. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  /** What its colour means; by its place among the series unless told. */
  readonly tone?: "ok" | "fail" | "warn" | "quiet";
}

export interface Chart {
  /** Beginnings of the buckets, Unix milliseconds, in order and evenly spaced. */
  readonly times: readonly number[];
  readonly bucketMs: number;
  readonly series: readonly Series[];
}

/** All series as they are where they are few; else the largest by their sum, and the rest as one. */
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

/** Each series on top of those after it, so that drawing them in order paints a stack. */
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
