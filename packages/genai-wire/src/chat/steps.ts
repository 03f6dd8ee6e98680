import type { ProviderError } from "../dialects/errors.ts";
import { errorOf } from "../dialects/errors.ts";
import type { Block } from "../dialects/reply.ts";
import type { Growth, Step, StepReader } from "../dialects/steps.ts";
import type { Loose } from "../loose-json.ts";
import { unreachable } from "../unreachable.ts";
import { type ChatDelta, type ChatStep, chatFinish, chatUsage, translatedError } from "./answer.ts";
import { callOf, contentOf, imageOf, type NewId, named } from "./completion.ts";

interface StreamOptions {
  readonly vendor: string;
  readonly newId?: NewId;
  /** What the provider's stream does not name. */
  readonly names?: { readonly id?: string; readonly model?: string };
  readonly errorOf?: (error: Loose) => ProviderError;
}

/**
 * Translates the steps of a provider's stream to those of a chat stream. Providers index all blocks; OpenAI's chunks
 * index only tool calls, so these are counted separately.
 */
export function createChatSteps(read: StepReader, options: StreamOptions): (event: Loose) => readonly ChatStep[] {
  const { vendor, newId = () => "", names = {}, errorOf: failureOf = errorOf } = options;
  /** The calls of each choice, by the position of their block. */
  const calls = new Map<number, Map<number, number>>();
  const thoughts = new Map<number, string>();
  let hasBegun = false;
  return (event) => read(event).flatMap(translated);

  function translated(step: Step): ChatStep[] {
    switch (step.kind) {
      case "begun":
        if (hasBegun) return [];
        hasBegun = true;
        return [{ kind: "begun", ...named(step), ...names }];
      case "block":
        return deltas(step.choice, blockDelta(step.block, step));
      case "grown":
        return deltas(step.choice, grownDelta(step.what, step.piece, step));
      case "finished": {
        const finish = chatFinish(step.reason, callsOf(step.choice).size > 0);
        return [{ kind: "finished", index: step.choice, finish, native: step.reason }];
      }
      case "blocked":
        return [{ kind: "finished", index: 0, finish: "content_filter", native: step.reason }];
      case "usage": {
        const usage = chatUsage(step.usage);
        return usage ? [{ kind: "usage", usage }] : [];
      }
      case "failed":
        return [{ kind: "failed", error: translatedError(vendor, failureOf(step.error)) }];
      case "ended":
        return [step];
      default:
        return unreachable(step);
    }
  }

  function callsOf(choice: number): Map<number, number> {
    const known = calls.get(choice) ?? new Map<number, number>();
    calls.set(choice, known);
    return known;
  }

  function blockDelta(block: Block, { choice, at, begins }: Extract<Step, { kind: "block" }>): ChatDelta | undefined {
    const { part, sealed } = block;
    if (sealed !== undefined) return { thinking_blocks: [{ type: "redacted_thinking", data: sealed }] };
    const text = contentOf(part, "text");
    if (text !== undefined) return { content: text };
    const reasoning = contentOf(part, "reasoning");
    if (reasoning !== undefined) return thought(at, reasoning);
    const image = imageOf(part);
    if (image) return { images: [image] };
    const call = callOf(block, choice, newId);
    if (!call) return undefined;
    const index = callsOf(choice).size;
    callsOf(choice).set(at, index);
    const called = begins === true ? { ...call, function: { ...call.function, arguments: "" } } : call;
    return { tool_calls: [{ index, ...called }] };
  }

  function grownDelta(what: Growth, piece: string, place: { choice: number; at: number }): ChatDelta | undefined {
    switch (what) {
      case "text":
        return { content: piece };
      case "reasoning":
        return thought(place.at, piece);
      case "signature":
        // The signature ends a reasoning block, which can only be sent back when signed.
        return { thinking_blocks: [{ type: "thinking", thinking: thoughts.get(place.at) ?? "", signature: piece }] };
      case "sealed":
        return { thinking_blocks: [{ type: "redacted_thinking", data: piece }] };
      case "json": {
        const index = callsOf(place.choice).get(place.at);
        return index === undefined ? undefined : { tool_calls: [{ index, function: { arguments: piece } }] };
      }
      default:
        return unreachable(what);
    }
  }

  function thought(at: number, piece: string): ChatDelta {
    thoughts.set(at, (thoughts.get(at) ?? "") + piece);
    return { reasoning_content: piece };
  }
}

const deltas = (index: number, delta: ChatDelta | undefined): ChatStep[] =>
  delta === undefined ? [] : [{ kind: "delta", index, delta }];
