import type { Json } from "../../platform/json/json.ts";
import { type JsonValue, member } from "../../platform/json/json.ts";

/** A retrieved text that was given to the model. */
export interface Passage {
  readonly id?: string;
  readonly text: string;
  readonly score?: number;
}

/** Metadata keys under which applications record the output of their retrieval step. */
const contextKeys = ["context", "contexts", "retrieval_context", "retrieved_documents", "documents", "passages"];

/**
 * Returns the context of a datapoint: the first of the known metadata keys, else `context` of the expectation. A
 * text is one passage; in a list each entry is a text or an object with `text` or `content`, `id` and `score`.
 */
export function passagesOf(metadata: ReadonlyMap<string, Json>, expected: Json | undefined): readonly Passage[] {
  const recorded = recordedContext(metadata, expected);
  if (recorded === undefined || recorded === null) return [];
  const entries = Array.isArray(recorded) ? (recorded as readonly JsonValue[]) : [recorded];
  return entries.flatMap((entry) => passageOf(entry));
}

/** Returns the recorded context, even an empty one; undefined if none was recorded. */
export function recordedContext(metadata: ReadonlyMap<string, Json>, expected: Json | undefined): Json | undefined {
  const key = contextKeys.find((each) => metadata.has(each));
  return key === undefined ? member(expected, "context") : metadata.get(key);
}

function passageOf(entry: JsonValue): readonly Passage[] {
  if (typeof entry === "string") return [{ text: entry }];
  const text = member(entry, "text") ?? member(entry, "content") ?? member(entry, "page_content");
  if (typeof text !== "string") return [];
  const id = member(entry, "id");
  const score = member(entry, "score");
  return [
    {
      text,
      ...(typeof id === "string" || typeof id === "number" ? { id: String(id) } : {}),
      ...(typeof score === "number" ? { score } : {}),
    },
  ];
}
