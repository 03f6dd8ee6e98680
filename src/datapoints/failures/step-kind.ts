import type { Span } from "../../otlp/index.ts";
import { text } from "../shapes/attributes/attributes.ts";

/** What a span of a trace does, apart from model calls. `app`: anything that no convention describes. */
export const stepKinds = ["tool", "agent", "retrieval", "chain", "app"] as const;
export type StepKind = (typeof stepKinds)[number];
export type KnownKind = Exclude<StepKind, "app">;

/** Attributes in which conventions name the kind of a span, the most specific first. */
const kindKeys = [
  "gen_ai.operation.name",
  "openinference.span.kind",
  "traceloop.span.kind",
  "langfuse.observation.type",
  "langsmith.span.kind",
  "mlflow.spanType",
  "lmnr.span.type",
  "mastra.span.type",
  "genkit:metadata:subtype",
  "sentry.op",
  "ai.operationId",
] as const;

const toolNames = ["gen_ai.tool.name", "tool.name", "ai.toolCall.name", "tool_name", "mcp.tool.name"] as const;

const kinds: readonly (readonly [RegExp, KnownKind])[] = [
  [/tool|^function$|function_call/, "tool"],
  [/retriev|rerank|search|vector/, "retrieval"],
  [/agent/, "agent"],
  [
    /chain|workflow|task|graph|node|runnable|step|guardrail|handoff|flow|span|generate(text|object)|stream(text|object)/,
    "chain",
  ],
];

/** Returns the kind of a span, by the attributes of all conventions; undefined where none describes it as a step. */
export function stepKindOf({ attributes, name }: Pick<Span, "attributes" | "name">): KnownKind | undefined {
  for (const key of kindKeys) {
    const value = attributes.get(key);
    // Sentry gives every span an operation: "function", "db", "http.client".
    if (typeof value !== "string" || (key === "sentry.op" && !value.startsWith("gen_ai."))) continue;
    const word = value.toLowerCase();
    const kind = kinds.find(([pattern]) => pattern.test(word))?.[1];
    if (kind !== undefined) return kind;
  }
  return toolNames.some((key) => attributes.has(key)) || name.startsWith("execute_tool ") ? "tool" : undefined;
}

/** Returns the name that people know a step by: of the tool or the agent, else of the span. */
export function stepNameOf({ attributes, name }: Pick<Span, "attributes" | "name">, kind: StepKind): string {
  const known =
    kind === "tool"
      ? text(attributes, ...toolNames, "traceloop.entity.name")
      : kind === "agent"
        ? text(attributes, "gen_ai.agent.name", "agent.name", "traceloop.entity.name")
        : text(attributes, "traceloop.entity.name");
  return (known ?? name.replace(/^(?:execute_tool|invoke_agent|invoke_workflow) /, "")).slice(0, nameLength);
}

const nameLength = 200;
