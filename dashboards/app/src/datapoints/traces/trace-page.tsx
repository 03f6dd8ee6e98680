import { useParams } from "@tanstack/react-router";
import { linkTo } from "../../platform/address/link.ts";
import { useAddress, useSetAddress } from "../../platform/address/search.ts";
import { useShortcuts } from "../../platform/keyboard/keys.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { shortId } from "../../platform/ui/format.tsx";
import { useTitle } from "../../platform/ui/page.tsx";
import { Tabs } from "../../platform/ui/tabs.tsx";
import { type TraceView, traceViews, viewAfter, viewOf } from "./trace-request.ts";
import { Waterfall } from "./waterfall.tsx";

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
