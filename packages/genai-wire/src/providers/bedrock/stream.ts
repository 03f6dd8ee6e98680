import { type Loose, looseNumber, looseObject, looseText } from "../../../../../src/platform/json/loose-json.ts";
import { type ChatStep, chatError } from "../../chat/answer.ts";
import type { AnswerFacts, NativeEvent } from "../../ports/translator.ts";
import { finishOf, namesOf, usageOf } from "./answer.ts";

/** ConverseStream's events → steps of a chat stream. `metadata`, with the counts, comes after `messageStop`. */
export function createStream(about: AnswerFacts): (event: NativeEvent) => readonly ChatStep[] {
  const calls = new Map<number, number>();
  const thoughts = new Map<number, string>();
  return ({ type = "", data }) => {
    switch (type) {
      case "messageStart":
        return [{ kind: "begun", ...namesOf(about) }];
      case "contentBlockStart":
        return begun(placeOf(data), looseObject(looseObject(data["start"])?.["toolUse"]));
      case "contentBlockDelta":
        return grown(placeOf(data), looseObject(data["delta"]) ?? {});
      case "messageStop": {
        const native = looseText(data["stopReason"]);
        const said = native === undefined ? {} : { native };
        return [{ kind: "finished", index: 0, finish: finishOf(native), ...said }, { kind: "ended" }];
      }
      case "metadata": {
        const usage = usageOf(looseObject(data["usage"]));
        return usage ? [{ kind: "usage", usage }] : [];
      }
      default:
        return /Exception$|Error$/.test(type) ? [{ kind: "failed", error: exception(type, data) }] : [];
    }
  };

  function begun(place: number, use: Loose | undefined): ChatStep[] {
    if (!use) return [];
    const index = calls.size;
    calls.set(place, index);
    const called = { name: looseText(use["name"]) ?? "", arguments: "" };
    return [
      delta({ tool_calls: [{ index, id: looseText(use["toolUseId"]) ?? "", type: "function", function: called }] }),
    ];
  }

  function grown(place: number, change: Loose): ChatStep[] {
    const text = looseText(change["text"]);
    if (text !== undefined) return [delta({ content: text })];
    const input = looseText(looseObject(change["toolUse"])?.["input"]);
    const index = calls.get(place);
    if (input !== undefined && index !== undefined)
      return [delta({ tool_calls: [{ index, function: { arguments: input } }] })];
    const reasoning = looseObject(change["reasoningContent"]);
    return reasoning ? thought(place, reasoning) : [];
  }

  function thought(place: number, reasoning: Loose): ChatStep[] {
    const [text, signature] = [looseText(reasoning["text"]), looseText(reasoning["signature"])];
    const redacted = looseText(reasoning["redactedContent"]);
    if (redacted !== undefined) return [delta({ thinking_blocks: [{ type: "redacted_thinking", data: redacted }] })];
    if (text !== undefined) {
      thoughts.set(place, (thoughts.get(place) ?? "") + text);
      return [delta({ reasoning_content: text })];
    }
    if (signature === undefined) return [];
    return [delta({ thinking_blocks: [{ type: "thinking", thinking: thoughts.get(place) ?? "", signature }] })];
  }
}

type Delta = Extract<ChatStep, { kind: "delta" }>["delta"];
const delta = (change: Delta): ChatStep => ({ kind: "delta", index: 0, delta: change });
const placeOf = (data: Loose) => looseNumber(data["contentBlockIndex"]) ?? 0;

/** Statuses as the same exceptions have them before a stream begins. */
const statuses: ReadonlyMap<string, number> = new Map([
  ["throttlingException", 429],
  ["validationException", 400],
  ["serviceUnavailableException", 503],
]);

function exception(type: string, data: Loose) {
  const message = looseText(data["message"]) ?? looseText(data["Message"]) ?? `Bedrock ended the stream with ${type}`;
  return chatError(statuses.get(type), `${type[0]!.toUpperCase()}${type.slice(1)}`, message);
}
