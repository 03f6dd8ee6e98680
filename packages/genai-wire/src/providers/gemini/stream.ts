import { type ChatDelta, type ChatStep, type ChatUsage, chatUsage } from "../../chat/answer.ts";
import { geminiUsage } from "../../dialects/usage.ts";
import { type Loose, looseNumber, looseObject, looseObjects, looseText } from "../../loose-json.ts";
import type { AnswerFacts, NativeEvent } from "../../ports/translator.ts";
import {
  blockedBy,
  callOf,
  createCallIds,
  errorOf,
  finishOf,
  imageOf,
  logprobsOf,
  names,
  partsOf,
  textOf,
  thoughtOf,
} from "./answer.ts";

/**
 * Translates Google's events, each a response with only the new content, to steps of a chat stream. Only the last
 * candidate's finish reason marks the end; each event has counts, and the last ones are final.
 */
export function createStream({ callId }: AnswerFacts): (event: NativeEvent) => readonly ChatStep[] {
  const ids = createCallIds(callId);
  const calls = new Map<number, number>();
  const open = new Set<number>();
  let hasStarted = false;
  let seen = 0;
  return ({ data }) => {
    if (data["error"] !== undefined) return [{ kind: "failed", error: errorOf(data, {}) }];
    const steps: ChatStep[] = hasStarted ? [] : [{ kind: "begun", ...names(data) }];
    hasStarted = true;
    const blocked = blockedBy(data);
    for (const [position, candidate] of looseObjects(data["candidates"]).entries())
      steps.push(...read(candidate, position));
    if (blocked !== undefined) steps.push({ kind: "finished", index: 0, finish: "content_filter", native: blocked });
    const usage = chatUsage(geminiUsage(looseObject(data["usageMetadata"])));
    const over = blocked !== undefined || (seen > 0 && open.size === 0);
    return over ? [...steps, ...end(usage)] : steps;
  };

  function read(candidate: Loose, position: number): ChatStep[] {
    const index = looseNumber(candidate["index"]) ?? position;
    const native = looseText(candidate["finishReason"]);
    seen++;
    if (native === undefined) open.add(index);
    else open.delete(index);
    const logprobs = logprobsOf(candidate) ?? undefined;
    const deltas = partsOf(candidate).flatMap((part) => deltaOf(part, index) ?? []);
    // Log probabilities belong to the whole event and are sent with its first delta.
    const shown = deltas.length === 0 && logprobs ? [{}] : deltas;
    const steps = shown.map(
      (delta, position): ChatStep => ({
        kind: "delta",
        index,
        delta,
        ...(position === 0 && logprobs ? { logprobs } : {}),
      }),
    );
    if (native === undefined) return steps;
    return [...steps, { kind: "finished", index, finish: finishOf(native, calls.has(index)), native }];
  }

  function deltaOf(part: Loose, choice: number): ChatDelta | undefined {
    const [text, thought, image] = [textOf(part), thoughtOf(part), imageOf(part)];
    if (text !== undefined) return { content: text };
    if (thought !== undefined) return { reasoning_content: thought };
    if (image) return { images: [image] };
    const call = callOf(part, () => ids(choice));
    if (!call) return undefined;
    const index = calls.get(choice) ?? 0;
    calls.set(choice, index + 1);
    return { tool_calls: [{ index, ...call }] };
  }
}

const end = (usage: ChatUsage | undefined): ChatStep[] => [
  ...(usage ? [{ kind: "usage" as const, usage }] : []),
  { kind: "ended" },
];
