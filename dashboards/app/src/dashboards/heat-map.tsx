import { useState } from "react";
import type { Latencies } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { countText, durationText } from "../platform/ui/format.tsx";
import { Numbers, Table } from "../platform/ui/table.tsx";
import { dayAndHourText, hourText, momentText } from "../platform/ui/time/zone.ts";

const spanOf = ({ step }: { readonly step: number }) => `${durationText(msOf(step))} – ${durationText(msOf(step + 1))}`;
const msOf = (step: number) => 2 ** (step / 2);

/** Calls by time and latency, which percentiles hide. Darker means more calls; a cell links to its calls. */
export function HeatMap({ latencies, onCell }: { latencies: Latencies; onCell: (cell: HeatCell) => void }) {
  const [asTable, setAsTable] = useState(false);
  const { cells, times, bucketMs } = latencies;
  const steps = cells.map(({ step }) => step);
  const [least, most] = [Math.min(...steps, 12), Math.max(...steps, 20)];
  const densest = Math.max(1, ...cells.map(({ calls }) => calls));
  const rows = most - least + 1;
  const cellOf = ({ bucket, step }: Latencies["cells"][number]): HeatCell => {
    const from = Date.parse(times[bucket] ?? "");
    return { from, to: from + bucketMs, leastMs: msOf(step), mostMs: msOf(step + 1) };
  };
  return (
    <figure className="chart">
      <figcaption className="line">
        <h2>Latency, call by call</h2>
        <span className="grow" />
        <Button
          text={asTable ? "Chart" : "Table"}
          className="quiet"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {asTable ? (
        <Table region="chart-table" label="Latency as a table" head={["From", "Took", ">Calls"]}>
          {cells.map((cell) => (
            <tr key={`${cell.bucket} ${cell.step}`}>
              <td>{momentText(times[cell.bucket] ?? "")}</td>
              <td>
                <Button text={spanOf(cell)} className="link" onClick={() => onCell(cellOf(cell))} />
              </td>
              <Numbers of={[countText(cell.calls)]} />
            </tr>
          ))}
        </Table>
      ) : (
        <div className="heat">
          <div className="heat-axis num" aria-hidden="true">
            <span>{durationText(msOf(most + 1))}</span>
            <span>{durationText(msOf((least + most) / 2))}</span>
            <span>{durationText(msOf(least))}</span>
          </div>
          <svg
            viewBox={`0 0 ${times.length} ${rows}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Latency of ${countText(cells.reduce((sum, { calls }) => sum + calls, 0))} calls over time`}
          >
            {cells.map((cell) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events,jsx-a11y/no-static-element-interactions -- the table next to it has the same as buttons
              <rect
                key={`${cell.bucket} ${cell.step}`}
                x={cell.bucket}
                y={most - cell.step}
                width="1"
                height="1"
                fillOpacity={0.15 + 0.85 * Math.sqrt(cell.calls / densest)}
                onClick={() => onCell(cellOf(cell))}
              >
                <title>{`${spanOf(cell)}: ${countText(cell.calls)}`}</title>
              </rect>
            ))}
          </svg>
          <div className="heat-times num" aria-hidden="true">
            {[0, 1, 2].map((part) => (
              <span key={part}>{timeText(times[Math.round((part / 2) * (times.length - 1))], bucketMs)}</span>
            ))}
          </div>
        </div>
      )}
    </figure>
  );
}

/** Includes the day if the buckets are long, because the chart then spans several days. */
const timeText = (time: string | undefined, bucketMs: number) =>
  time === undefined ? "" : bucketMs < 3_600_000 ? hourText(time) : dayAndHourText(time);

export interface HeatCell {
  readonly from: number;
  readonly to: number;
  readonly leastMs: number;
  readonly mostMs: number;
}
