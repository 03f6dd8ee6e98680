import { type Loose, looseNumber, looseObject, looseText, parsedJson } from "../../../lib/loose-json.ts";
import type { Assembled } from "./reading.ts";

const last = new Set(["response.completed", "response.incomplete", "response.failed", "response.cancelled"]);

/** The last event holds the whole response; of a stream that broke, what its items said until then. */
export function assembleResponse(events: readonly { readonly data: string }[]): Assembled {
  const items = new Map<number, Loose>();
  const texts = new Map<number, string>();
  let begun: Loose | undefined;
  let error: Loose | undefined;
  for (const { data } of events) {
    const event = looseObject(parsedJson(data));
    const type = looseText(event?.["type"]);
    if (!event || type === undefined) continue;
    const response = looseObject(event["response"]);
    if (response && last.has(type)) return { response, error: looseObject(response["error"]), ended: true };
    begun ??= response;
    if (type === "error") error = looseObject(event["error"]) ?? event;
    const index = looseNumber(event["output_index"]);
    if (index === undefined) continue;
    const item = looseObject(event["item"]);
    if (item) items.set(index, item);
    if (item && type === "response.output_item.done") texts.delete(index);
    if (type === "response.output_text.delta")
      texts.set(index, (texts.get(index) ?? "") + (looseText(event["delta"]) ?? ""));
  }
  if (!begun) return { response: undefined, error, ended: false };
  const output = [...items].map(([index, item]) => {
    const text = texts.get(index);
    return text === undefined ? item : { ...item, content: [{ type: "output_text", text }] };
  });
  return { response: { ...begun, output, status: "in_progress" }, error, ended: false };
}
