import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { Search } from "../platform/address/search.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import { ChartImage, ChartTable, Legend } from "./charts/chart-figure.tsx";
import { type Chart, type ChartProps, largest } from "./charts/series.ts";

interface Props<Data> extends Pick<ChartProps, "kind" | "text"> {
  readonly title: string;
  readonly query: UseQueryResult<Data>;
  readonly prepare: (data: Data) => Chart;
  readonly onRange: (range: readonly [number, number]) => void;
  /** The search that opens this tile's datapoints. */
  readonly open: Search;
  /** The number of groups, where only some are drawn. */
  readonly of?: number | undefined;
  /** Shown next to the title, also while there is no data. */
  readonly more?: ReactNode;
}

const seriesAtMost = 8;

/** One chart with its own loading and error states, so that nothing else waits for it. */
export function Tile<Data>(props: Props<Data>) {
  const { title, query, prepare, kind, text, onRange, open, of, more } = props;
  const { data, error, isPlaceholderData } = query;
  const [asTable, setAsTable] = useState(false);
  // oxlint-disable-next-line react/exhaustive-deps -- `prepare` is one of the pure functions next to this file
  const known = useMemo(() => data && largest(prepare(data), seriesAtMost), [data]);
  const chart = error ? undefined : known;
  return (
    <section
      className="card"
      aria-label={title}
      aria-busy={!chart && !error}
      style={{ opacity: isPlaceholderData ? 0.6 : 1 }}
    >
      <figure className="chart">
        <figcaption className="line">
          <h2>{title}</h2>
          <span className="grow" />
          {chart && of !== undefined && of > chart.series.length && (
            <span className="muted small">
              {chart.series.length} of {of}
            </span>
          )}
          <TextLink text="Datapoints" to="/datapoints" search={open} className="small" />
          {more}
          <Button
            text={asTable ? "Chart" : "Table"}
            className="quiet"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
        </figcaption>
        {error && <Wrong error={error} />}
        {!error && !chart && <div className="skeleton pulse" style={{ height: 180 }} />}
        {chart && asTable && <ChartTable title={title} chart={chart} text={text} />}
        {chart && !asTable && (
          <>
            <ChartImage
              title={title}
              chart={chart}
              kind={kind}
              text={text}
              onBrush={(from, to) => onRange([from, to])}
            />
            <Legend chart={chart} kind={kind} text={text} />
          </>
        )}
      </figure>
    </section>
  );
}
