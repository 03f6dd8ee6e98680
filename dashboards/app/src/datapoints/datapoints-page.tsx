import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useSizes } from "../app/shell/stored-record.ts";
import { type Search, useAddress, useSetAddress } from "../platform/address/search.ts";
import { datapointQuery } from "../platform/api/queries.ts";
import type { DatapointRow } from "../platform/api/types.ts";
import type { CellMenuOpener } from "../platform/list/cell-menu.tsx";
import { FindInRows } from "../platform/list/list-area.tsx";
import { stringsOf } from "../platform/list/rows-with.ts";
import { type CellActions, useCellActions, useQueryFilter } from "../platform/list/use-cell-actions.tsx";
import { useRowKeys } from "../platform/list/use-row-keys.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { PeekDivider, peekStyle } from "../platform/ui/overlays/divider.tsx";
import type { Diagnostic } from "../platform/ui/query/query-language.ts";
import { QueryBar } from "../platform/ui/query/search-box.tsx";
import { type Selection, useSelection } from "../platform/ui/selection.tsx";
import { usualRange } from "../platform/ui/time/range.ts";
import { RangeSelect } from "../platform/ui/time/range-select.tsx";
import { useZone } from "../platform/ui/time/zone.ts";
import { type Column, columnsOf, datapoints } from "./list/columns.tsx";
import { ColumnsMenu } from "./list/columns-menu.tsx";
import { ExportMenu } from "./list/export-menu.tsx";
import { Facets, facetsByDefault } from "./list/facets.tsx";
import { Histogram } from "./list/histogram.tsx";
import { Listing } from "./list/listing.tsx";
import { Peek } from "./list/peek.tsx";
import { useRows } from "./list/use-rows.ts";
import { LiveButton } from "./list/use-tail.tsx";
import { ViewsBar } from "./list/views-bar.tsx";

export function DatapointsPage() {
  const {
    q = "",
    range = usualRange,
    peek = "",
    cols,
    order = "newest",
    at,
    live,
    facets,
    unfolded = "",
  } = useAddress();
  useZone();
  const queries = useQueryClient();
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [current, setCurrent] = useState<string | undefined>(peek || undefined);
  const isPeeking = peek !== "";
  const known = useSizes();
  const listed = useRows({ q, range, order, at, live: live === "1", isPeeking });
  const chosen = useMemo(() => columnsOf(cols), [cols]);
  const selection = useSelection(`${range} ${q}`, () => listed.rows.map(({ id }) => id));
  const withFacets = facets === undefined ? facetsByDefault() && !isPeeking : facets === "on";
  const change = useSetAddress();
  const toggleLive = () => change({ live: listed.tail.state === "off" ? "1" : "", order: "", at: "" });
  const area = useRef<HTMLDivElement>(null);
  const menu = useRef<CellMenuOpener>(null);
  const [isFinding, setFinding] = useState(false);
  const actions = useCellActions({ filter: useQueryFilter("datapoints", q, change), unfolded, onChange: change });
  function moveTo(id: string, near: readonly string[] = []) {
    setCurrent(id);
    if (!isPeeking) return;
    change({ peek: id }, true);
    for (const one of near) void queries.prefetchQuery(datapointQuery(one));
  }
  const { column, at: cell } = useGridKeys({
    rows: listed.rows,
    chosen,
    peek,
    current,
    selection,
    onChange: change,
    onMove: moveTo,
    onNearEnd: listed.more,
    onLive: toggleLive,
    onMenu: () => menu.current?.open(),
    onFind: isFinding ? undefined : () => setFinding(true),
    actions,
  });
  return (
    <>
      <QueryBar
        title="All Datapoints"
        q={q}
        fields="datapoints"
        label="Search datapoints"
        placeholder='model:gpt-4o is:error latency:>2s "refund"'
        problems={problems}
        onProblems={setProblems}
        onChange={change}
      >
        <RangeSelect value={range} onChange={(range) => change({ range: range ?? "", at: "" })} />
        <LiveButton tail={listed.tail} onToggle={toggleLive} />
        <ColumnsMenu cols={cols} onChange={(names) => change({ cols: names ?? "" }, true)} />
        <TextLink text="By meaning" to="/datapoints/similar" search={{ q, range }} className="button" />
        <ExportMenu q={q} range={range} />
      </QueryBar>
      <Histogram q={q} range={range} onRange={(range) => change({ range, live: "", at: "" })} />
      <ViewsBar q={q} />
      {isFinding && (
        <FindInRows
          rows={listed.rows}
          at={cell}
          textsOf={stringsOf}
          area={area}
          onGo={(row) => moveTo(listed.rows[row]?.id ?? "")}
          onClose={() => {
            setFinding(false);
            area.current?.focus();
          }}
        />
      )}
      <div
        className={`split${isPeeking ? " peeking" : ""}${withFacets ? " with-facets" : ""}`}
        style={peekStyle(known)}
      >
        {withFacets && <Facets q={q} range={range} onChange={(text) => change({ q: text })} />}
        <Listing
          listed={listed}
          q={q}
          range={range}
          order={order}
          at={at}
          chosen={chosen}
          current={{ id: current, column }}
          isMistakeShown={problems.length > 0}
          withFacets={withFacets}
          selection={selection}
          actions={actions}
          area={area}
          menu={menu}
          onChoose={(id) => {
            setCurrent(id);
            change({ peek: id });
          }}
          onChange={change}
        />
        {isPeeking && <PeekDivider />}
        {isPeeking && (
          <Peek id={peek} q={q} onFilter={(text) => change({ q: text })} onClose={() => change({ peek: "" })} />
        )}
      </div>
    </>
  );
}

interface GridKeysOptions {
  readonly rows: readonly DatapointRow[];
  readonly chosen: readonly Column[];
  readonly peek: string | undefined;
  readonly current: string | undefined;
  readonly selection: Selection;
  readonly onChange: (search: Search, replace?: boolean) => void;
  readonly onMove: (id: string, near: readonly string[]) => void;
  readonly onNearEnd: () => void;
  readonly onLive: () => void;
  readonly onMenu: () => void;
  readonly onFind: (() => void) | undefined;
  readonly actions: CellActions;
}

export function useGridKeys({ chosen, peek, onChange, onMove, onNearEnd, onLive, ...shared }: GridKeysOptions) {
  const { rows, current, selection } = shared;
  function escape() {
    if (peek) onChange({ peek: "" });
    else selection.clear();
  }
  return useRowKeys({
    ...shared,
    kind: datapoints,
    columns: chosen,
    onMove(row, index) {
      const near = [rows[index - 1], rows[index + 1], rows[index + 2]].flatMap((one) => (one ? [one.id] : []));
      onMove(row.id, near);
      if (index >= rows.length - 5) onNearEnd();
    },
    more: [
      { keys: "Space", does: "Peek", run: () => onChange({ peek: peek ? "" : (current ?? rows[0]?.id ?? "") }) },
      { keys: "l", does: "Follow new ones", run: onLive },
      { keys: "Escape", does: "Close the preview, then clear the selection", run: escape },
    ],
  });
}
