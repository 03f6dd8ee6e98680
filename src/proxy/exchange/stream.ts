import type { Dialect } from "../../../instrumentation/src/calls/dialect.ts";
import {
  type Loose,
  looseList,
  looseNumber,
  looseObject,
  looseText,
  parsedJson,
} from "../../platform/json/loose-json.ts";
import { createTextShape } from "./text-shape.ts";

/** What an answer says, streamed or not: the object that the API answers without streaming. */
export interface Said {
  readonly reply: Loose | undefined;
  /** An error that was told inside the answer. */
  readonly error: Loose | undefined;
  /** It came to the end that its API defines. */
  readonly ended: boolean;
}

/** What the events of a stream add up to. */
export function readStream(dialect: Dialect, events: readonly { readonly data: string }[]): Said {
  const assembly = dialect.assemble();
  const shape = createTextShape((chunk, content) => newsOf(looseObject(chunk)) === content);
  let isDone = false;
  // Pieces of content that follow each other are added as one.
  let content = "";
  const addContent = () => {
    if (content !== "") assembly.add({ choices: [{ index: 0, delta: { content } }] });
    content = "";
  };
  for (const { data } of events) {
    const known = shape.read(data);
    if (known !== undefined) {
      content += known;
      continue;
    }
    addContent();
    isDone ||= data.trim() === "[DONE]";
    const event = looseObject(parsedJson(data));
    if (!event) continue;
    assembly.add(event);
    const news = newsOf(event);
    if (news !== undefined) shape.learn(data, news);
  }
  addContent();
  const { reply, error, ended } = assembly.result();
  return { reply, error: looseObject(error), ended: isDone || ended !== false };
}

/** The text of a chat event that brings a piece of the first choice's content and nothing else. */
function newsOf(chunk: Loose | undefined): string | undefined {
  const [choice, ...others] = looseList(chunk?.["choices"]).map(looseObject);
  const delta = looseObject(choice?.["delta"]);
  const isAlone = others.length === 0 && delta !== undefined && Object.keys(delta).length === 1;
  const isFirst = (looseNumber(choice?.["index"]) ?? 0) === 0;
  const isQuiet = (value: unknown) => value === undefined || value === null;
  if (!chunk || !choice || !isAlone || !isFirst) return undefined;
  if (!isQuiet(choice["finish_reason"]) || choice["text"] !== undefined) return undefined;
  if (!isQuiet(chunk["usage"]) || !isQuiet(chunk["error"]) || chunk["x_groq"] !== undefined) return undefined;
  return looseText(delta["content"]);
}
