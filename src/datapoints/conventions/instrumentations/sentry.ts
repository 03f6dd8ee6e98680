import type { Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { readGenAi } from "../../shapes/call-reading.ts";

/**
 * Reads Sentry's AI monitoring: `sentry.op` gen_ai.*; the response in gen_ai.response.text and
 * gen_ai.response.tool_calls.
 */
export const sentry: Convention = {
  name: "sentry",
  contentSwitch: "set `recordInputs` and `recordOutputs` of the integration (or `sendDefaultPii`) to true",
  claim,
  read: readGenAi,
};

const chats = ["chat", "generate_content", "responses", "messages", "request", "completion"];
const calls: ReadonlyMap<string, Claim> = new Map([
  ...chats.map((op) => [`gen_ai.${op}`, call("chat", `Sentry's operation is gen_ai.${op}`)] as const),
  ["gen_ai.text_completion", call("completion", "Sentry's operation is gen_ai.text_completion")] as const,
  ["gen_ai.embeddings", call("embedding", "Sentry's operation is gen_ai.embeddings")] as const,
]);

function claim(span: Span): Claim | undefined {
  const op = text(span.attributes, "sentry.op");
  if (op === undefined || !op.startsWith("gen_ai.")) return undefined;
  return calls.get(op) ?? context(`Sentry's operation is ${op.slice(0, 60)}`);
}
