import type { Chart } from "./series.ts";

export interface ChartProps {
  readonly title: string;
  readonly chart: Chart;
  /** Bars are stacked; lines have gaps where values are unknown. */
  readonly kind: "bars" | "lines";
  /** Formats a value with its unit. */
  readonly text: (value: number) => string;
  readonly height?: number;
  /** Called when a time window was selected by dragging, in Unix milliseconds; the end is exclusive. */
  readonly onBrush?: (from: number, to: number) => void;
}
