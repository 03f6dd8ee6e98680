import type { Attributes } from "../../../otlp/index.ts";
import { isJsonObject, type JsonValue, member } from "../../../platform/json/json.ts";
import { matchesGlob } from "../../../platform/text/glob.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { agentSpans } from "./shared-properties.ts";
import { spansOf } from "./trace-spans.ts";

const Rule = z.strictObject({
  /** Name of the span; `*` matches any text. */
  name: z.string().min(1).max(200),
  min: z.int().nonnegative().default(1),
  max: z.int().nonnegative().optional(),
  attributes: z.record(z.string(), z.string()).default({}),
});

export const traceRequiredSpans = defineCheck({
  ...agentSpans,
  name: "trace_required_spans",
  title: "Required steps happened",
  description:
    "For each rule, of the option or `spans` of the expected result, the required number of spans has its name (`*` matches any text) and attributes: the retriever was called, the guardrail ran.",
  severity: "major",
  source: "promptfoo trace-span-count; LangSmith",
  options: z.strictObject({ rules: z.array(Rule).max(100).default([]) }),
  evaluate: (subject, { rules }) => {
    const wanted = rules.length > 0 ? rules : expectedRules(subject.expected);
    if (wanted.length === 0) return skipped("no rules are configured");
    const spans = spansOf(subject);
    if (spans.length === 0) return skipped("the trace is not known");
    const problems = wanted.flatMap(({ name, min, max = Infinity, attributes }) => {
      const count = spans.filter((span) => matchesGlob(name, span.name) && hasAll(span.attributes, attributes)).length;
      return count >= min && count <= max
        ? []
        : [`${count} × ${name}, ${count < min ? `at least ${min}` : `at most ${max}`}`];
    });
    return property(problems.length === 0, problems.length === 0 ? `${wanted.length} rules hold` : problems.join("; "));
  },
});

function hasAll(attributes: Attributes, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    const given = attributes.get(key);
    return (
      (typeof given === "string" ||
        typeof given === "number" ||
        typeof given === "boolean" ||
        typeof given === "bigint") &&
      matchesGlob(value, String(given))
    );
  });
}

function expectedRules(expected: JsonValue | undefined): readonly z.output<typeof Rule>[] {
  const listed = member(expected, "spans");
  if (!Array.isArray(listed)) return [];
  return (listed as readonly JsonValue[]).flatMap((each) =>
    typeof each === "string"
      ? [Rule.parse({ name: each })]
      : isJsonObject(each)
        ? (Rule.safeParse(each).data ?? [])
        : [],
  );
}
