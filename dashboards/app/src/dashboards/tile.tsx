import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { Search } from "../address/search.ts";
import { ChartFigure } from "../charts/chart-figure.tsx";
import type { ChartProps } from "../charts/chart-props.ts";
import { type Chart, largest } from "../charts/series.ts";
import { Wrong } from "../ui/states.tsx";

interface Props<Data> extends Pick<ChartProps, "kind" | "text"> {
  readonly title: string;
  readonly query: UseQueryResult<Data>;
  readonly prepare: (data: Data) => Chart;
  readonly onRange: (range: readonly [number, number]) => void;
  /** What All Datapoints shows for this tile. */
  readonly open: Search;
  /** How many groups there are, where only some are drawn. */
  readonly of?: number | undefined;
  /** Beside the title, also while there is nothing to show. */
  readonly more?: ReactNode;
}

const seriesAtMost = 8;

/** One chart with its own loading and failing: nothing else waits for it. */
export function Tile<Data>(props: Props<Data>) {
  const { title, query, prepare, kind, text, onRange, open, of, more } = props;
  const { data, error, refetch, isPlaceholderData } = query;
  // oxlint-disable-next-line react/exhaustive-deps -- `prepare` is one of the pure functions beside this file
  const chart = useMemo(() => data && largest(prepare(data), seriesAtMost), [data]);
  return (
    <section
      className="card"
      aria-label={title}
      aria-busy={!data && !error}
      style={{ opacity: isPlaceholderData ? 0.6 : 1 }}
    >
      {error && (
        <div className="stack">
          <div className="line">
            <h2 className="grow">{title}</h2>
            {more}
          </div>
          <Wrong error={error} retry={() => void refetch()} />
        </div>
      )}
      {!error && !chart && (
        <div className="stack">
          <div className="line">
            <h2 className="grow">{title}</h2>
            {more}
          </div>
          <div className="skeleton pulse" style={{ height: 180 }} />
        </div>
      )}
      {!error && chart && (
        <ChartFigure
          title={title}
          chart={chart}
          kind={kind}
          text={text}
          onBrush={(from, to) => onRange([from, to])}
          aside={
            <>
              {of !== undefined && of > chart.series.length && (
                <span className="muted small">
                  {chart.series.length} of {of}
                </span>
              )}
              <Link to="/datapoints" search={open} className="small">
                Datapoints
              </Link>
              {more}
            </>
          }
        />
      )}
    </section>
  );
}
