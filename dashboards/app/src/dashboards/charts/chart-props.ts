import type { Chart } from "./series.ts";

export interface ChartProps {
  readonly title: string;
  readonly chart: Chart;
  /** Bars stand on each other; lines have gaps where nothing is known. */
  readonly kind: "bars" | "lines";
  /** A value with its unit. */
  readonly text: (value: number) => string;
  readonly height?: number;
  /** A stretch of time was chosen by dragging, Unix milliseconds; the end is exclusive. */
  readonly onBrush?: (from: number, to: number) => void;
}
