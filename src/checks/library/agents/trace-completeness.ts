import { defineCheck, property, skipped, z } from "../definition.ts";
import { agentSpans } from "./shared-properties.ts";
import { spansOf } from "./trace-spans.ts";

export const traceCompleteness = defineCheck({
  ...agentSpans,
  name: "trace_completeness",
  title: "Trace is whole",
  description:
    "The trace has one root, the parent of every other span exists, no span ends before it starts, and none extends beyond its parent by more than `skew_ms`; for the spans that have arrived.",
  severity: "minor",
  source: "promptfoo trace-completeness; OpenTelemetry",
  options: z.strictObject({ skew_ms: z.number().nonnegative().default(50) }),
  evaluate: (subject, { skew_ms: skew }) => {
    const spans = spansOf(subject);
    if (spans.length === 0) return skipped("the trace is not known");
    const byId = new Map(spans.map((span) => [span.id, span]));
    const roots = spans.filter(({ parentId }) => parentId === undefined).length;
    const problems = [
      ...(roots === 1 ? [] : [`${roots} roots`]),
      ...spans.flatMap((span) => {
        if (span.endMs < span.startMs) return [`${span.name} ends before it starts`];
        if (span.parentId === undefined) return [];
        const parent = byId.get(span.parentId);
        if (!parent) return [`the parent of ${span.name} is missing`];
        const isOutside = span.startMs < parent.startMs - skew || span.endMs > parent.endMs + skew;
        return isOutside ? [`${span.name} lies outside ${parent.name}`] : [];
      }),
    ];
    return property(
      problems.length === 0,
      problems.length === 0 ? `${spans.length} spans` : problems.slice(0, 5).join("; "),
    );
  },
});
