import { useParams } from "@tanstack/react-router";
import { linkTo } from "../address/link.ts";
import { Waterfall } from "../traces/waterfall.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { shortId } from "../ui/format.ts";
import { useTitle } from "../ui/title.ts";

export function TracePage() {
  const { traceId } = useParams({ from: "/traces/$traceId" });
  useTitle(`Trace ${shortId(traceId)}`);
  return (
    <>
      <div className="bar">
        <h1>
          Trace <span className="mono">{shortId(traceId)}</span>
        </h1>
        <CopyButton compact label="Copy trace id" text={traceId} />
        <span className="grow" />
        <CopyButton label="Copy link" text={linkTo("traces", traceId)} />
      </div>
      <Waterfall key={traceId} traceId={traceId} />
    </>
  );
}
