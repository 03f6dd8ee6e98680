import { useQuery } from "@tanstack/react-query";
import type { Search } from "../../platform/address/search.ts";
import { isMistake } from "../../platform/api/problem.ts";
import { histogramQuery } from "../../platform/api/queries.ts";
import { Keys } from "../../platform/keyboard/keys.tsx";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Blank, Wrong } from "../../platform/ui/page.tsx";
import { BulkBar } from "../../testing/collect/bulk-bar.tsx";
import { DatapointGrid, type GridProps } from "./grid.tsx";
import { JumpToTime, StartsAt } from "./jump-to-time.tsx";
import { NoDatapoints, NothingYet, SearchedSoFar } from "./none.tsx";
import type { Rows } from "./use-rows.ts";

interface Props extends Omit<GridProps, "rows" | "isAwaited" | "dimmed" | "onEnd" | "onRest"> {
  readonly listed: Rows;
  readonly q: string;
  readonly range: string;
  readonly at: string | undefined;
  readonly isMistakeShown: boolean;
  readonly withFacets: boolean;
  readonly onChange: (search: Search, replace?: boolean) => void;
}

export function Listing(props: Props) {
  const { listed, q, range, order, at, selection, onChange } = props;
  // Shares the histogram's request.
  const { data: counted } = useQuery(histogramQuery({ q, range }));
  const matching =
    counted && [counted.ok, counted.failing, counted.error].flat().reduce((sum, count) => sum + count, 0);
  const isSelecting = selection.ids.size > 0 || selection.isEverything;
  return (
    <div className="pane">
      {at !== undefined && <StartsAt at={at} order={order} onChange={onChange} />}
      <Content {...props} />
      {listed.state === "there" && listed.error && <Wrong error={listed.error} retry={listed.again} />}
      <SearchedSoFar listed={listed} range={range} at={at} />
      <div className="foot-bar">
        {isSelecting ? (
          <BulkBar
            selection={selection}
            ids={listed.rows.map(({ id }) => id)}
            q={q}
            range={range}
            matching={matching}
          />
        ) : (
          <Foot {...props} />
        )}
      </div>
    </div>
  );
}

const Foot = ({ listed: { rows, state, hasMore }, q, range, order, at, withFacets, onChange }: Props) => (
  <>
    <button
      type="button"
      className="quiet"
      aria-pressed={withFacets}
      onClick={() => onChange({ facets: withFacets ? "off" : "on" }, true)}
    >
      <Icon name="filter" /> {withFacets ? "Hide values" : "Values"}
    </button>
    <span className="num" role="status">
      {/* The bar above shows that nothing is found so far and how far the search is. */}
      {state === "there" &&
        (rows.length > 0 || !hasMore) &&
        `${rows.length.toLocaleString("en-US")}${hasMore ? "+" : ""} ${rows.length === 1 ? "datapoint" : "datapoints"}`}
    </span>
    <TextLink text="Create monitor from filter" to="/monitors/new" search={{ q }} className="button" />
    <TextLink text="Their sessions" to="/sessions" search={{ q, range }} className="button quiet" />
    <JumpToTime at={at} range={range} order={order} onChange={onChange} />
    <span className="grow" />
    <span className="small hints">
      <Keys keys="j" /> <Keys keys="k" /> move · <Keys keys="Space" /> peek · <Keys keys="f" /> filter ·{" "}
      <Keys keys="l" /> live · <Keys keys="Shift+?" /> keys
    </span>
  </>
);

function Content({ listed, q, range, isMistakeShown, onChange, ...grid }: Props) {
  const { rows, state, error, isOld, more, setResting } = listed;
  if (state === "failed") {
    if (isMistake(error) && isMistakeShown) {
      return (
        <Blank title="The query has a mistake">
          <p>See the message above for its column. Nothing was searched.</p>
          <Button text="Remove the filter" onClick={() => onChange({ q: "" })} />
        </Blank>
      );
    }
    return (
      <div className="page-body">
        <Wrong error={error} />
      </div>
    );
  }
  if (rows.length === 0 && listed.search) return <NothingYet q={q} listed={listed} />;
  if (state === "there" && rows.length === 0) return <NoDatapoints q={q} range={range} onChange={onChange} />;
  return (
    <DatapointGrid
      {...grid}
      rows={rows}
      isAwaited={state === "loading"}
      dimmed={isOld}
      onEnd={more}
      onRest={setResting}
    />
  );
}
