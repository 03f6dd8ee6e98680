import { type Loose, looseNumber, looseObject, looseText, parsedJson } from "../../../lib/loose-json.ts";
import type { Assembled } from "./reading.ts";

interface Block {
  readonly begun: Loose;
  text: string;
  json: string;
}

/** Anthropic's events: a message begins, its blocks grow by index, its end brings stop reason and last counts. */
export function assembleMessage(events: readonly { readonly data: string }[]): Assembled {
  const blocks = new Map<number, Block>();
  let message: Loose | undefined;
  const end: Record<string, unknown> = {};
  const usage: Record<string, unknown> = {};
  let error: Loose | undefined;
  let ended = false;
  for (const { data } of events) {
    const event = looseObject(parsedJson(data)) ?? {};
    const type = looseText(event["type"]);
    if (type === "message_start") {
      message = looseObject(event["message"]);
      Object.assign(usage, looseObject(message?.["usage"]));
    } else if (type === "message_delta") {
      Object.assign(end, looseObject(event["delta"]));
      Object.assign(usage, looseObject(event["usage"]));
    } else if (type === "message_stop") ended = true;
    else if (type === "error" || event["error"] !== undefined) error = looseObject(event["error"]);
    else addBlock(blocks, event, type);
  }
  if (!message) return { response: undefined, error, ended };
  const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => asBlock(block));
  const finished = ended || looseText(end["stop_reason"]) !== undefined;
  return { response: { ...message, ...end, content, usage }, error, ended: finished };
}

function addBlock(blocks: Map<number, Block>, event: Loose, type: string | undefined): void {
  const index = looseNumber(event["index"]) ?? 0;
  if (type === "content_block_start") {
    blocks.set(index, { begun: looseObject(event["content_block"]) ?? {}, text: "", json: "" });
  }
  const block = blocks.get(index);
  const delta = looseObject(event["delta"]);
  if (type !== "content_block_delta" || !block || !delta) return;
  block.text += looseText(delta["text"]) ?? looseText(delta["thinking"]) ?? "";
  block.json += looseText(delta["partial_json"]) ?? "";
}

function asBlock({ begun, text, json }: Block): Loose {
  switch (begun["type"]) {
    case "text":
      return { ...begun, text: (looseText(begun["text"]) ?? "") + text };
    case "thinking":
      return { ...begun, thinking: (looseText(begun["thinking"]) ?? "") + text };
    case "tool_use":
    case "server_tool_use":
      return json === "" ? begun : { ...begun, input: parsedJson(json) ?? json };
    default:
      return begun;
  }
}
