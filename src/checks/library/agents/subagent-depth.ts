import type { TraceSpan } from "../../../datapoints/index.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { agentSpans } from "./shared-properties.ts";
import { isAgent, spansOf } from "./trace-spans.ts";

export const subagentDepth = defineCheck({
  ...agentSpans,
  name: "subagent_depth",
  title: "Nested agent depth",
  description:
    "The longest chain of agents that call each other: spans of the operation invoke_agent or of the kind agent.",
  severity: "minor",
  tier: 3,
  output: scored("levels; pass ≤ 4", "neutral"),
  source: "OpenTelemetry GenAI agent spans; OWASP LLM10",
  options: z.strictObject({ max: z.int().nonnegative().default(4) }),
  evaluate: (subject, { max }) => {
    const spans = spansOf(subject);
    if (!spans.some(isAgent)) return skipped("the trace holds no span of an agent");
    const byId = new Map(spans.map((span) => [span.id, span]));
    const depths = new Map<string, number>();
    // A cycle of parents, which only a broken source produces, ends at the first span seen twice.
    const depthOf = (span: TraceSpan | undefined, seen: number): number => {
      if (!span || seen > 1000) return 0;
      const known = depths.get(span.id);
      if (known !== undefined) return known;
      const depth = depthOf(byId.get(span.parentId ?? ""), seen + 1) + (isAgent(span) ? 1 : 0);
      depths.set(span.id, depth);
      return depth;
    };
    return within(Math.max(...spans.map((span) => depthOf(span, 0))), { max }, "levels of agents");
  },
});
