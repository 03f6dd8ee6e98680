import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { type Search, useAddress } from "../address/search.ts";
import { useShortcuts } from "../keys/keys.tsx";
import { Keys } from "../keys/keys-text.tsx";
import { useSizes } from "../shell/sizes.ts";
import { countOf, durationText } from "../ui/format.ts";
import { PeekDivider, peekStyle } from "../ui/peek-divider.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { windowRows } from "./asked.ts";
import { FindInSpans } from "./find.tsx";
import { Overview } from "./overview.tsx";
import { SpanDetail } from "./span-detail.tsx";
import { SpanRow } from "./span-row.tsx";
import { useTree } from "./use-tree.ts";
import { zoomOf } from "./zoom.ts";

const rowPx = 30;

/**
 * A waterfall of any length: the service orders and folds it, and the windows in view are fetched. What a span carries
 * is fetched when it is chosen. The chosen span, what is folded and the part that is zoomed to are in the address.
 */
export function Waterfall({ traceId }: { traceId: string }) {
  const { span, folded = "", range } = useAddress();
  const navigate = useNavigate({ from: "/traces/$traceId" });
  const scroll = useRef<HTMLDivElement>(null);
  const known = useSizes();
  const [windows, setWindows] = useState<readonly number[]>([0]);
  const { rows, tree, error, again } = useTree({ traceId, folded, focus: span }, windows);
  const [at, setAt] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const [isFinding, setFinding] = useState(false);
  const count = tree?.rowCount ?? 0;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const visible = virtual.getVirtualItems();
  const wanted = [...new Set(visible.map(({ index }) => Math.floor(index / windowRows)))].join();
  useEffect(() => {
    if (wanted !== "") setWindows(wanted.split(",").map(Number));
  }, [wanted]);
  // An address that names a span opens at it.
  const focusRow = tree?.focusRow;
  useEffect(() => {
    if (focusRow === undefined || at !== undefined) return;
    setAt(focusRow);
    virtual.scrollToIndex(focusRow, { align: "center" });
  }, [focusRow, at, virtual]);

  const change = (search: Search) =>
    void navigate({ search: (before: Search) => ({ ...before, ...search }), replace: true });
  function choose(index: number) {
    const next = Math.max(0, Math.min(count - 1, index));
    setAt(next);
    setChosen(next);
    virtual.scrollToIndex(next);
  }
  // The row may lie in a window that is still to come: its span is named when it is there.
  const chosenSpan = chosen === undefined ? undefined : rows.get(chosen)?.spanId;
  useEffect(() => {
    if (chosenSpan === undefined) return;
    setChosen(undefined);
    void navigate({ search: (before: Search) => ({ ...before, span: chosenSpan }), replace: true });
  }, [chosenSpan, navigate]);
  function fold(index: number | undefined, how: "fold" | "unfold" | "toggle") {
    const row = index === undefined ? undefined : rows.get(index);
    if (!row || row.descendants === 0) return;
    const before = new Set(folded.split(",").filter(Boolean));
    const isFolded = before.has(row.spanId);
    if (how === (isFolded ? "fold" : "unfold")) return;
    if (isFolded) before.delete(row.spanId);
    else before.add(row.spanId);
    change({ folded: [...before].join(",") });
  }
  function zoomToSpan() {
    const row = at === undefined ? undefined : rows.get(at);
    if (!row || !tree) return;
    // A little around it, so that it is seen where the span begins and ends.
    const around = Math.max(row.durationMs * 0.1, tree.durationMs / 10_000);
    const from = Math.max(0, row.startMs - around);
    const to = Math.min(tree.durationMs, row.startMs + row.durationMs + around);
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

  if (error && !tree)
    return (
      <div className="page-body">
        <Wrong error={error} retry={again} />
      </div>
    );
  if (!tree) {
    return (
      <div className="page-body">
        <Skeleton rows={16} />
      </div>
    );
  }
  const zoom = zoomOf(range, tree.durationMs);
  const foldedIds = new Set(folded.split(","));
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
            asked={{ traceId, folded }}
            at={at ?? -1}
            area={scroll}
            onGo={choose}
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
        <div className="tree-head">
          <span>Span</span>
          <span className="line">
            <span>{durationText(zoom.from)}</span>
            <span className="grow" />
            <span>{durationText(zoom.to)}</span>
          </span>
          <span className="right">Took</span>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
        <div ref={scroll} className="waterfall" role="tree" aria-label="Spans" tabIndex={0}>
          <div className="rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {visible.map(({ index, start }) => (
              <SpanRow
                key={index}
                row={rows.get(index)}
                top={start}
                zoom={zoom}
                isCurrent={index === at}
                isFolded={foldedIds.has(rows.get(index)?.spanId ?? "-")}
                onChoose={() => choose(index)}
                onFold={() => fold(index, "toggle")}
              />
            ))}
          </div>
        </div>
        <div className="foot-bar">
          <span className="num">{countOf(tree.spanCount, "span")}</span>
          <span>{tree.services.join(", ")}</span>
          {tree.errorRows.length > 0 && (
            <button type="button" onClick={nextError}>
              Next of {tree.errorRows.length} failed
            </button>
          )}
          <span className="grow" />
          <span className="small hints">
            <Keys keys="j" /> <Keys keys="k" /> move · <Keys keys="ArrowLeft" /> <Keys keys="ArrowRight" /> fold ·{" "}
            <Keys keys="e" /> next failed · <Keys keys="z" /> zoom · <Keys keys="$mod+f" /> find
          </span>
        </div>
      </div>
      {span && <PeekDivider />}
      {span && <SpanDetail traceId={traceId} spanId={span} onClose={() => change({ span: "" })} />}
    </div>
  );
}
