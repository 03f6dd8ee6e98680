import type { Dialect, ModelResponse } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import {
  type Loose,
  looseList,
  looseNumber,
  looseObject,
  looseText,
  parsedJson,
} from "../../../packages/genai-wire/src/loose-json.ts";
import { createTextShape } from "./text-shape.ts";

/** A response, streamed or not. */
export interface AssembledResponse {
  readonly response: ModelResponse | undefined;
  /** An error reported inside the response. */
  readonly error: Loose | undefined;
  readonly ended: boolean;
}

export function readStream(dialect: Dialect, events: readonly { readonly data: string }[]): AssembledResponse {
  const assembly = dialect.assemble();
  const shape = createTextShape((chunk, content) => newsOf(looseObject(chunk)) === content);
  let isDone = false;
  // Consecutive pieces of content are joined and added once.
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
  const { response, error, ended } = assembly.result();
  return { response, error: looseObject(error), ended: isDone || ended !== false };
}

/** Returns the text of a chat event that contains only a piece of the first choice's content. */
function newsOf(chunk: Loose | undefined): string | undefined {
  const [choice, ...others] = looseList(chunk?.["choices"]).map(looseObject);
  const delta = looseObject(choice?.["delta"]);
  const isAlone = others.length === 0 && delta !== undefined && Object.keys(delta).length === 1;
  const isFirst = (looseNumber(choice?.["index"]) ?? 0) === 0;
  const isAbsent = (value: unknown) => value === undefined || value === null;
  if (!chunk || !choice || !isAlone || !isFirst) return undefined;
  if (!isAbsent(choice["finish_reason"]) || choice["text"] !== undefined) return undefined;
  if (!isAbsent(chunk["usage"]) || !isAbsent(chunk["error"]) || chunk["x_groq"] !== undefined) return undefined;
  return looseText(delta["content"]);
}
