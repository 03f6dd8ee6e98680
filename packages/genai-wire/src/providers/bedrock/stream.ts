import { type ChatStep, chatError, chatUsage } from "../../chat/answer.ts";
import { bedrockUsage } from "../../dialects/usage.ts";
import { type Loose, looseNumber, looseObject, looseText } from "../../loose-json.ts";
import type { AnswerFacts, NativeEvent } from "../../ports/translator.ts";
import { finishOf, namesOf } from "./answer.ts";

/**
 * Translates ConverseStream's events to steps of a chat stream. `metadata`, with the counts, follows
 * `messageStop`.
 */
export function createStream(about: AnswerFacts): (event: NativeEvent) => readonly ChatStep[] {
  const calls = new Map<number, number>();
  const thoughts = new Map<number, string>();
  return ({ type = "", data }) => {
    switch (type) {
      case "messageStart":
        return [{ kind: "begun", ...namesOf(about) }];
      case "contentBlockStart":
        return startBlock(blockIndexOf(data), looseObject(looseObject(data["start"])?.["toolUse"]));
      case "contentBlockDelta":
        return grown(blockIndexOf(data), looseObject(data["delta"]) ?? {});
      case "messageStop": {
        const native = looseText(data["stopReason"]);
        const nativeReason = native === undefined ? {} : { native };
        return [{ kind: "finished", index: 0, finish: finishOf(native), ...nativeReason }, { kind: "ended" }];
      }
      case "metadata": {
        const usage = chatUsage(bedrockUsage(looseObject(data["usage"])));
        return usage ? [{ kind: "usage", usage }] : [];
      }
      default:
        return /Exception$|Error$/.test(type) ? [{ kind: "failed", error: exception(type, data) }] : [];
    }
  };

  function startBlock(blockIndex: number, use: Loose | undefined): ChatStep[] {
    if (!use) return [];
    const index = calls.size;
    calls.set(blockIndex, index);
    const called = { name: looseText(use["name"]) ?? "", arguments: "" };
    return [
      delta({ tool_calls: [{ index, id: looseText(use["toolUseId"]) ?? "", type: "function", function: called }] }),
    ];
  }

  function grown(blockIndex: number, change: Loose): ChatStep[] {
    const text = looseText(change["text"]);
    if (text !== undefined) return [delta({ content: text })];
    const input = looseText(looseObject(change["toolUse"])?.["input"]);
    const index = calls.get(blockIndex);
    if (input !== undefined && index !== undefined)
      return [delta({ tool_calls: [{ index, function: { arguments: input } }] })];
    const reasoning = looseObject(change["reasoningContent"]);
    return reasoning ? thought(blockIndex, reasoning) : [];
  }

  function thought(blockIndex: number, reasoning: Loose): ChatStep[] {
    const [text, signature] = [looseText(reasoning["text"]), looseText(reasoning["signature"])];
    const redacted = looseText(reasoning["redactedContent"]);
    if (redacted !== undefined) return [delta({ thinking_blocks: [{ type: "redacted_thinking", data: redacted }] })];
    if (text !== undefined) {
      thoughts.set(blockIndex, (thoughts.get(blockIndex) ?? "") + text);
      return [delta({ reasoning_content: text })];
    }
    if (signature === undefined) return [];
    return [delta({ thinking_blocks: [{ type: "thinking", thinking: thoughts.get(blockIndex) ?? "", signature }] })];
  }
}

type Delta = Extract<ChatStep, { kind: "delta" }>["delta"];
const delta = (change: Delta): ChatStep => ({ kind: "delta", index: 0, delta: change });
const blockIndexOf = (data: Loose) => looseNumber(data["contentBlockIndex"]) ?? 0;

/** The HTTP statuses that the same exceptions have before a stream starts. */
const statuses: ReadonlyMap<string, number> = new Map([
  ["throttlingException", 429],
  ["validationException", 400],
  ["serviceUnavailableException", 503],
]);

function exception(type: string, data: Loose) {
  const message = looseText(data["message"]) ?? looseText(data["Message"]) ?? `Bedrock ended the stream with ${type}`;
  return chatError(statuses.get(type), `${type[0]!.toUpperCase()}${type.slice(1)}`, message);
}
