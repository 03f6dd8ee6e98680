import { type ChatStep, chatUsage } from "../../chat/answer.ts";
import { anthropicUsage } from "../../dialects/usage.ts";
import { type Loose, looseNumber, looseObject, looseText } from "../../loose-json.ts";
import type { NativeEvent } from "../../ports/translator.ts";
import { errorOf, finishOf, textual } from "./answer.ts";

/**
 * Translates Anthropic's events to steps of a chat stream. Anthropic indexes all blocks; OpenAI's chunks index
 * only tool calls, so these are counted separately.
 */
export function createStream(): (event: NativeEvent) => readonly ChatStep[] {
  const usage: Record<string, unknown> = {};
  const calls = new Map<number, number>();
  const thoughts = new Map<number, string>();
  return ({ data, type = looseText(data["type"]) }) => {
    switch (type) {
      case "message_start": {
        const message = looseObject(data["message"]) ?? {};
        Object.assign(usage, counted(message["usage"]));
        return [{ kind: "begun", ...textual({ id: message["id"], model: message["model"] }) }];
      }
      case "content_block_start":
        return startBlock(blockIndexOf(data), looseObject(data["content_block"]) ?? {});
      case "content_block_delta":
        return grown(blockIndexOf(data), looseObject(data["delta"]) ?? {});
      case "message_delta": {
        Object.assign(usage, counted(data["usage"]));
        return finished(looseText(looseObject(data["delta"])?.["stop_reason"]));
      }
      case "message_stop": {
        const total = chatUsage(anthropicUsage(usage));
        return [...(total ? [{ kind: "usage" as const, usage: total }] : []), { kind: "ended" }];
      }
      case "error":
        return [{ kind: "failed", error: errorOf(data, {}) }];
      default:
        return [];
    }
  };

  function startBlock(blockIndex: number, block: Loose): ChatStep[] {
    if (block["type"] === "redacted_thinking") {
      return [delta({ thinking_blocks: [{ type: "redacted_thinking", data: looseText(block["data"]) ?? "" }] })];
    }
    const text = block["type"] === "text" ? looseText(block["text"]) : undefined;
    if (text !== undefined) return [delta({ content: text })];
    if (block["type"] !== "tool_use") return [];
    const index = calls.size;
    calls.set(blockIndex, index);
    const called = { name: looseText(block["name"]) ?? "", arguments: "" };
    return [delta({ tool_calls: [{ index, id: looseText(block["id"]) ?? "", type: "function", function: called }] })];
  }

  function grown(blockIndex: number, change: Loose): ChatStep[] {
    const text = looseText(change["text"]);
    if (text !== undefined) return [delta({ content: text })];
    const thinking = looseText(change["thinking"]);
    if (thinking !== undefined) {
      thoughts.set(blockIndex, (thoughts.get(blockIndex) ?? "") + thinking);
      return [delta({ reasoning_content: thinking })];
    }
    const signature = looseText(change["signature"]);
    // The signature ends a reasoning block, which can only be sent back when signed.
    if (signature !== undefined) {
      return [delta({ thinking_blocks: [{ type: "thinking", thinking: thoughts.get(blockIndex) ?? "", signature }] })];
    }
    const json = looseText(change["partial_json"]);
    const index = calls.get(blockIndex);
    if (json === undefined || index === undefined) return [];
    return [delta({ tool_calls: [{ index, function: { arguments: json } }] })];
  }
}

function finished(stop: string | undefined): ChatStep[] {
  return stop === undefined ? [] : [{ kind: "finished", index: 0, finish: finishOf(stop), native: stop }];
}

type Delta = Extract<ChatStep, { kind: "delta" }>["delta"];
const delta = (change: Delta): ChatStep => ({ kind: "delta", index: 0, delta: change });
const blockIndexOf = (data: Loose) => looseNumber(data["index"]) ?? 0;

/** A null count did not change. */
const counted = (usage: unknown) =>
  Object.fromEntries(Object.entries(looseObject(usage) ?? {}).filter(([, count]) => count !== null));
