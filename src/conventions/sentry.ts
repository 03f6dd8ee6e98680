import { type Claim, type Convention, call, context } from "../domain/convention.ts";
import type { Message, Part } from "../domain/datapoint.ts";
import { fill, type Reading } from "../domain/reading.ts";
import { text } from "../domain/shapes/attributes.ts";
import { readGenAi } from "../domain/shapes/call-reading.ts";
import { contentOf } from "../domain/shapes/content-attributes.ts";
import { isList } from "../domain/shapes/json.ts";
import { messagesOf } from "../domain/shapes/messages.ts";
import type { Notes } from "../domain/shapes/notes.ts";
import type { Attributes, Span } from "../domain/span.ts";

/** Sentry's AI monitoring: `sentry.op` gen_ai.*; the answer in gen_ai.response.text and gen_ai.response.tool_calls. */
export const sentry: Convention = {
  name: "sentry",
  contentSwitch: "set `recordInputs` and `recordOutputs` of the integration (or `sendDefaultPii`) to true",
  claim,
  read: (span, trace, notes) =>
    fill(readGenAi(span, trace, notes), responseText(span.attributes, notes), embedded(span.attributes, notes)),
};

const calls: ReadonlyMap<string, Claim> = new Map([
  ...["chat", "generate_content", "responses", "messages", "request", "completion"].map(
    (op) => [`gen_ai.${op}`, call("chat", `Sentry's operation is gen_ai.${op}`)] as const,
  ),
  ["gen_ai.text_completion", call("completion", "Sentry's operation is gen_ai.text_completion")] as const,
  ["gen_ai.embeddings", call("embedding", "Sentry's operation is gen_ai.embeddings")] as const,
]);

function claim(span: Span): Claim | undefined {
  const op = text(span.attributes, "sentry.op");
  if (op === undefined || !op.startsWith("gen_ai.")) return undefined;
  return calls.get(op) ?? context(`Sentry's operation is ${op.slice(0, 60)}`);
}

function responseText(attributes: Attributes, notes: Notes): Reading {
  const answers = contentOf(attributes, "gen_ai.response.text", notes);
  const called = contentOf(attributes, "gen_ai.response.tool_calls", notes);
  const messages: Message[] = messagesOf(
    isList(answers) ? answers.map((content) => ({ role: "assistant", content })) : answers,
    "assistant",
    notes,
  );
  const parts: readonly Part[] = isList(called)
    ? messagesOf([{ role: "assistant", content: null, tool_calls: called }], "assistant", notes).flatMap(
        (message) => message.parts,
      )
    : [];
  const [head = { role: "assistant" as const, parts: [] }, ...rest] = messages;
  return { output: [{ ...head, parts: [...head.parts, ...parts] }, ...rest] };
}

const embedded = (attributes: Attributes, notes: Notes): Reading => ({
  input: messagesOf(contentOf(attributes, "gen_ai.embeddings.input", notes), "user", notes),
});
