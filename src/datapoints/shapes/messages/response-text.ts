import type { Attributes } from "../../../otlp/index.ts";
import type { Reading } from "../../assembly/reading.ts";
import type { Message, Part } from "../../datapoint.ts";
import { contentOf } from "../attributes/content-attributes.ts";
import { isList } from "../json.ts";
import type { Notes } from "../notes.ts";
import { messagesOf } from "./messages.ts";

/**
 * Reads `gen_ai.response.text` (a JSON list of responses, or one), `gen_ai.response.tool_calls`,
 * `gen_ai.request.messages`.
 */
export function responseText(attributes: Attributes, notes: Notes): Reading | undefined {
  const answers =
    contentOf(attributes, "gen_ai.response.text", notes) ?? contentOf(attributes, "gen_ai.response.object", notes);
  const called = contentOf(attributes, "gen_ai.response.tool_calls", notes);
  const requestMessages =
    contentOf(attributes, "gen_ai.request.messages", notes) ?? contentOf(attributes, "gen_ai.embeddings.input", notes);
  if (answers === undefined && called === undefined && requestMessages === undefined) return undefined;
  const messages = isList(answers) ? answers.map((content) => ({ role: "assistant", content })) : answers;
  const [head = { role: "assistant" as const, parts: [] }, ...rest]: readonly Message[] = messagesOf(
    messages,
    "assistant",
    notes,
  );
  const calls: readonly Part[] = isList(called)
    ? messagesOf([{ role: "assistant", content: null, tool_calls: called }], "assistant", notes).flatMap(
        (message) => message.parts,
      )
    : [];
  return {
    input: messagesOf(requestMessages, "user", notes),
    output: [{ ...head, parts: [...head.parts, ...calls] }, ...rest],
  };
}
