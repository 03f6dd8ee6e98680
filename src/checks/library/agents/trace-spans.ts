import type { Subject, TraceSpan } from "../../../datapoints/index.ts";
import type { Attributes } from "../../../otlp/index.ts";

/** Returns the spans of the trace by start; none if the trace is unknown. */
export const spansOf = ({ context }: Subject): readonly TraceSpan[] => context.spans?.() ?? [];

export const isAgent = ({ attributes }: TraceSpan) => kindOf(attributes) === "agent";

export const isTool = ({ attributes }: TraceSpan) => kindOf(attributes) === "tool";

const kindKeys = [
  "gen_ai.operation.name",
  "openinference.span.kind",
  "traceloop.span.kind",
  "langfuse.observation.type",
] as const;

function kindOf(attributes: Attributes): "agent" | "tool" | undefined {
  for (const key of kindKeys) {
    const value = attributes.get(key);
    const kind = typeof value === "string" ? value.toLowerCase() : "";
    if (kind === "invoke_agent" || kind === "agent") return "agent";
    if (kind === "execute_tool" || kind === "tool") return "tool";
  }
  return undefined;
}
