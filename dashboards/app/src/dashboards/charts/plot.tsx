import "uplot/dist/uPlot.min.css";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { dayAndHourText, dayText, hourText, isSameDay, useZone } from "../../platform/ui/time/zone.ts";
import { type ChartProps, colorOf, stacked, valueOf } from "./series.ts";

interface Props extends ChartProps {
  readonly height: number;
  /** Omits the axes, for a strip above a list. */
  readonly bare?: boolean;
}

/** The canvas of a chart. The crosshairs of a page are synchronized; dragging selects a time window. */
export default function Plot(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const { chart, kind, height, bare } = props;
  const zone = useZone();
  const shown = useRef<uPlot>(undefined);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => () => shown.current?.destroy(), []);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // The old chart stays until the new one is drawn.
    const drawAnew = () => {
      shown.current?.destroy();
      shown.current = draw(element, latest);
    };
    const giveUp = inTurn(() => {
      drawAnew();
      setDrawn(true);
    });
    const resized = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width > 0 && width !== shown.current?.width) shown.current?.setSize({ width, height });
    });
    resized.observe(element);
    const themed = new MutationObserver(drawAnew);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      giveUp();
      resized.disconnect();
      themed.disconnect();
    };
  }, [chart, kind, height, bare, zone]);
  return <div ref={box} aria-busy={!isDrawn} />;
}

function draw(element: HTMLElement, latest: { readonly current: Props }): uPlot {
  const { chart, kind, height, text, onBrush, bare } = latest.current;
  const muted = valueOf("--muted");
  const values = kind === "bars" ? stacked(chart.series) : chart.series.map((series) => series.values);
  const axis = {
    stroke: muted,
    font: "11px system-ui",
    grid: { stroke: valueOf("--border"), width: 1 },
    ticks: { show: false },
  };
  const half = chart.bucketMs / 2000;
  const options: uPlot.Options = {
    width: Math.max(80, element.clientWidth),
    height,
    padding: bare ? [4, 0, 0, 0] : [8, 8, 0, 0],
    legend: { show: false },
    cursor: {
      sync: { key: "time" },
      points: { show: kind === "lines" },
      drag: { x: onBrush !== undefined, y: false, setScale: false },
      y: false,
    },
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, Math.max(max, Number.MIN_VALUE) * 1.08] } },
    axes: bare
      ? [{ show: false }, { show: false }]
      : [
          { ...axis, grid: { show: false }, space: 80, size: 26, values: (_, splits) => [...timesOf(splits)] },
          { ...axis, size: 58, values: (_, splits) => splits.map((split) => text(split)) },
        ],
    series: [
      {},
      ...chart.series.map((series, index): uPlot.Series => {
        const color = valueOf(colorOf(series, index));
        return {
          label: series.name,
          stroke: color,
          width: kind === "bars" ? 0 : 1.6,
          points: { show: kind === "lines" && isSparse(series.values), size: 4, fill: color },
          ...(kind === "bars" ? { fill: color, paths: bars } : {}),
        };
      }),
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 4) return;
          const at = (pixel: number) => Math.round(plot.posToVal(pixel, "x") * 1000);
          latest.current.onBrush?.(at(left), at(left + width));
          plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        },
      ],
      setCursor: [(plot) => showValues(plot, latest.current)],
    },
  };
  // Bars and points are centered on their bucket.
  const data = [
    chart.times.map((time) => time / 1000 + half),
    ...values.map((column) => column.map((value) => value ?? null)),
  ];
  return new uPlot(options, data as uPlot.AlignedData, element);
}

/** Returns axis labels: a date where a day begins, otherwise a time. */
function timesOf(seconds: readonly number[]): readonly string[] {
  return seconds.map((second, index) => {
    const isNewDay = index > 0 && !isSameDay((seconds[index - 1] ?? 0) * 1000, second * 1000);
    return isNewDay || seconds.length < 2 ? dayText(second * 1000) : hourText(second * 1000);
  });
}

const bars = uPlot.paths.bars?.({ size: [0.86, 40] }) ?? (() => null);

/** Returns whether to draw points, because a value between two gaps has no line. */
const isSparse = (values: readonly (number | undefined)[]) =>
  values.filter((value) => value !== undefined).length < 0.6 * values.length;

/** Writes the values under the pointer into the plot, without rendering React. */
function showValues(plot: uPlot, { chart, text }: ChartProps): void {
  const shown = tipOf(plot);
  const { idx, left = -1 } = plot.cursor;
  shown.hidden = idx == null || left < 0;
  if (idx == null || left < 0) return;
  const time = dayAndHourText(chart.times[idx] ?? 0);
  const lines = chart.series.flatMap(({ name, values }) => {
    const value = values[idx];
    return value === undefined || (value === 0 && chart.series.length > 3) ? [] : [`${name}  ${text(value)}`];
  });
  shown.textContent = [time, ...lines].join("\n");
  const isRight = left > plot.over.clientWidth / 2;
  shown.style.left = isRight ? "auto" : `${left + 12}px`;
  shown.style.right = isRight ? `${plot.over.clientWidth - left + 12}px` : "auto";
}

function tipOf(plot: uPlot): HTMLElement {
  const known = plot.over.querySelector<HTMLElement>(".tip");
  if (known) return known;
  const made = document.createElement("div");
  made.className = "tip";
  plot.over.append(made);
  return made;
}

const waiting = new Set<() => void>();

/**
 * Queues drawing: one job per task, in request order, so that a click is handled between jobs. Returns a
 * function that cancels the job; calling it late is safe.
 */
function inTurn(draw: () => void): () => void {
  waiting.add(draw);
  if (waiting.size === 1) setTimeout(next);
  return () => waiting.delete(draw);
}

function next(): void {
  const [first] = waiting;
  if (!first) return;
  waiting.delete(first);
  if (waiting.size > 0) setTimeout(next);
  first();
}
