import { useNavigate, useParams } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { useSizes } from "../../app/shell/stored-record.ts";
import { linkTo } from "../../platform/address/link.ts";
import { type Search, useAddress, useSetAddress } from "../../platform/address/search.ts";
import type { TraceTree } from "../../platform/api/types.ts";
import { Keys, useShortcuts } from "../../platform/keyboard/keys.tsx";
import { Button } from "../../platform/ui/button.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { countOf, countText, durationText, shortId } from "../../platform/ui/format.tsx";
import { PeekDivider, peekStyle } from "../../platform/ui/overlays/divider.tsx";
import { Skeleton, useTitle, Wrong } from "../../platform/ui/page.tsx";
import { Tabs } from "../../platform/ui/tabs.tsx";
import { FindInSpans } from "./find.tsx";
import { Flame } from "./flame.tsx";
import { type Fold, type FoundSpan, foldingAfter, foldingFor, has } from "./folding.ts";
import { Overview } from "./overview.tsx";
import { SpanDetail } from "./span-detail.tsx";
import { SpanRow } from "./span-row.tsx";
import { type TraceView, traceViews, viewAfter, viewOf, windowRows, type Zoom, zoomOf } from "./trace-request.ts";
import { useTree } from "./use-tree.ts";

export function TracePage() {
  const { traceId } = useParams({ from: "/traces/$traceId" });
  const view = viewOf(useAddress().view);
  const setAddress = useSetAddress();
  const show = (next: TraceView) => setAddress({ view: next }, true);
  useTitle(`Trace ${shortId(traceId)}`);
  useShortcuts("Trace", [{ keys: "v", does: "Tree, flame, list", run: () => show(viewAfter(view)) }]);
  return (
    <>
      <div className="bar">
        <h1>
          Trace <span className="mono">{shortId(traceId)}</span>
        </h1>
        <CopyButton compact label="Copy trace id" text={traceId} />
        <span className="grow" />
        <Tabs label="Views of the trace" tabs={traceViews} chosen={view} onChoose={show} />
        <CopyButton label="Copy link" text={linkTo("traces", traceId)} />
      </div>
      <Waterfall key={`${traceId} ${view}`} traceId={traceId} view={view} />
    </>
  );
}

const rowPx = 30;

/**
 * A waterfall of any length: the service orders and folds it, and the page loads the windows in view. Details
 * of a span load when it is selected. Selection, folding and zoom are in the address.
 */
export function Waterfall({ traceId, view }: { traceId: string; view: TraceView }) {
  const { span, folded = "", unfolded = "", range } = useAddress();
  const navigate = useNavigate({ from: "/traces/$traceId" });
  const setAddress = useSetAddress();
  const scroll = useRef<HTMLDivElement>(null);
  const known = useSizes();
  const [windows, setWindows] = useState<readonly number[]>([0]);
  const request = { traceId, folded, unfolded, view };
  const isFlame = view === "flame";
  // The span that decides where the page opens. Selecting another loaded span must not reload the rows.
  const [focus, setFocus] = useState(span);
  const { rows, tree, focusRow, error } = useTree({ ...request, focus }, windows);
  const [at, setAt] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const [isFinding, setFinding] = useState(false);
  const count = tree?.rowCount ?? 0;
  const virtual = useVirtualizer({
    count: isFlame ? 0 : count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const visible = virtual.getVirtualItems();
  const indexes = isFlame ? Array.from({ length: count }, (_, index) => index) : visible.map(({ index }) => index);
  const wanted = [...new Set(indexes.map((index) => Math.floor(index / windowRows)))].join();
  useEffect(() => {
    if (wanted !== "") setWindows(wanted.split(",").map(Number));
  }, [wanted]);
  // An address that names a span opens at it.
  useEffect(() => {
    if (focusRow === undefined || at !== undefined) return;
    setAt(focusRow);
    if (!isFlame) virtual.scrollToIndex(focusRow, { align: "center" });
  }, [focusRow, at, isFlame, virtual]);

  const change = (search: Search) => setAddress(search, true);
  function choose(index: number) {
    const next = Math.max(0, Math.min(count - 1, index));
    setAt(next);
    setChosen(next);
    if (!isFlame) virtual.scrollToIndex(next);
  }
  /** Unfolds what hides the span; the next response has its row. */
  function goTo({ row, ...found }: FoundSpan) {
    const folding = view === "" ? foldingFor(found, { folded, unfolded }) : undefined;
    if (!folding && row !== undefined) return choose(row);
    change({ ...folding, span: found.spanId });
    setFocus(found.spanId);
    setAt(undefined);
  }
  // Its window may still be loading; the span is set when it arrives.
  const chosenSpan = chosen === undefined ? undefined : rows.get(chosen)?.spanId;
  useEffect(() => {
    if (chosenSpan === undefined) return;
    setChosen(undefined);
    setAddress({ span: chosenSpan }, true);
  }, [chosenSpan, navigate]);
  function fold(index: number | undefined, how: Fold) {
    const row = index === undefined ? undefined : rows.get(index);
    const after = row && view === "" ? foldingAfter(row, { folded, unfolded }, how) : undefined;
    if (after) change(after);
  }
  function zoomToSpan() {
    const row = at === undefined ? undefined : rows.get(at);
    if (!row || !tree) return;
    // Leave a margin, so that the start and the end of the span are visible.
    const margin = Math.max(row.durationMs * 0.1, tree.durationMs / 10_000);
    const from = Math.max(0, row.startMs - margin);
    const to = Math.min(tree.durationMs, row.startMs + row.durationMs + margin);
    change({ range: `${from.toFixed(3)}-${to.toFixed(3)}` });
  }
  const nextError = () => {
    const next = tree?.errorRows.find((row) => row > (at ?? -1)) ?? tree?.errorRows[0];
    if (next !== undefined) choose(next);
  };
  useShortcuts("Spans", [
    { keys: "j", does: "Next span", run: () => choose((at ?? -1) + 1) },
    { keys: "k", does: "Previous span", run: () => choose((at ?? 1) - 1) },
    { keys: "ArrowDown", does: "Next span", run: () => choose((at ?? -1) + 1) },
    { keys: "ArrowUp", does: "Previous span", run: () => choose((at ?? 1) - 1) },
    { keys: "ArrowLeft", does: "Fold", run: () => fold(at, "fold") },
    { keys: "ArrowRight", does: "Unfold", run: () => fold(at, "unfold") },
    { keys: "e", does: "Next failed span", run: nextError },
    { keys: "z", does: "Zoom to the span", run: zoomToSpan },
    { keys: "Shift+Z", does: "Whole length", run: () => change({ range: "" }) },
    ...(isFinding ? [] : [{ keys: "$mod+f" as const, does: "Find in the spans", run: () => setFinding(true) }]),
    { keys: "Escape", does: "Close the span", run: () => change({ span: "" }) },
  ]);

  if (!tree) return <div className="page-body">{error ? <Wrong error={error} /> : <Skeleton rows={16} />}</div>;
  const zoom = zoomOf(range, tree.durationMs);
  return (
    <div className={span ? "split peeking trace" : "split trace"} style={peekStyle(known)}>
      <div className="pane">
        <Overview
          tree={tree}
          zoom={zoom}
          onZoom={(from, to) => change({ range: from === undefined ? "" : `${from}-${to}` })}
        />
        {isFinding && (
          <FindInSpans
            request={request}
            at={{ row: at ?? -1, span }}
            area={scroll}
            onGo={goTo}
            onClose={() => {
              setFinding(false);
              scroll.current?.focus();
            }}
          />
        )}
        {tree.isCut && (
          <p className="note warn">
            This trace has {tree.spanCount.toLocaleString("en-US")} spans. The first by their start are shown.
          </p>
        )}
        <Head view={view} zoom={zoom} />
        {isFlame ? (
          <Flame rows={rows} isWhole={rows.size === count} zoom={zoom} at={at} onChoose={choose} area={scroll} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
          <div ref={scroll} className="waterfall" role="tree" aria-label="Spans" tabIndex={0}>
            <div className="rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
              {visible.map(({ index, start }) => (
                <SpanRow
                  key={index}
                  row={rows.get(index)}
                  top={start}
                  zoom={zoom}
                  isCurrent={index === at}
                  isFolded={has(folded, rows.get(index)?.spanId ?? "-")}
                  isFlat={view === "list"}
                  onChoose={() => choose(index)}
                  onFold={() => fold(index, "toggle")}
                />
              ))}
            </div>
          </div>
        )}
        <Foot tree={tree} view={view} nextError={nextError} />
      </div>
      {span && <PeekDivider />}
      {span && <SpanDetail traceId={traceId} spanId={span} onClose={() => change({ span: "" })} />}
    </div>
  );
}

function Head({ view, zoom }: { view: TraceView; zoom: Zoom }) {
  const isFlame = view === "flame";
  return (
    <div className={isFlame ? "tree-head only-time" : "tree-head"}>
      {!isFlame && <span>{view === "list" ? "Span, the longest first" : "Span"}</span>}
      <span className="line">
        <span>{durationText(zoom.from)}</span>
        <span className="grow" />
        <span>{durationText(zoom.to)}</span>
      </span>
      {!isFlame && <span className="right">Took</span>}
    </div>
  );
}

const Foot = ({ tree, view, nextError }: { tree: TraceTree; view: TraceView; nextError: () => void }) => (
  <div className="foot-bar">
    <span className="num">
      {view !== "" && tree.spanCount > tree.rowCount && `the ${countText(tree.rowCount)} longest of `}
      {countOf(tree.spanCount, "span")}
    </span>
    <span>{tree.services.join(", ")}</span>
    {tree.errorRows.length > 0 && <Button text={`Next of ${tree.errorRows.length} failed`} onClick={nextError} />}
    <span className="grow" />
    <span className="small hints">
      <Keys keys="j" /> <Keys keys="k" /> move · <Keys keys="ArrowLeft" /> <Keys keys="ArrowRight" /> fold ·{" "}
      <Keys keys="e" /> next failed · <Keys keys="z" /> zoom · <Keys keys="v" /> view · <Keys keys="$mod+f" /> find
    </span>
  </div>
);
