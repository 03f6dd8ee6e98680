import {
  type Loose,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
} from "../../../../../src/platform/json/loose-json.ts";
import type { ChatDelta, ChatStep, ChatUsage } from "../../chat/answer.ts";
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
  usageOf,
} from "./answer.ts";

/**
 * Google's events, each an answer of its own with what is new → steps of a chat stream. Nothing marks the end but the
 * last candidate's finish reason; counts come with every event, the last ones count.
 */
export function createStream({ callId }: AnswerFacts): (event: NativeEvent) => readonly ChatStep[] {
  const ids = createCallIds(callId);
  const calls = new Map<number, number>();
  const open = new Set<number>();
  let begun = false;
  let seen = 0;
  return ({ data }) => {
    if (data["error"] !== undefined) return [{ kind: "failed", error: errorOf(data, {}) }];
    const steps: ChatStep[] = begun ? [] : [{ kind: "begun", ...names(data) }];
    begun = true;
    const blocked = blockedBy(data);
    for (const [place, candidate] of looseObjects(data["candidates"]).entries()) steps.push(...read(candidate, place));
    if (blocked !== undefined) steps.push({ kind: "finished", index: 0, finish: "content_filter", native: blocked });
    const usage = usageOf(looseObject(data["usageMetadata"]));
    const over = blocked !== undefined || (seen > 0 && open.size === 0);
    return over ? [...steps, ...end(usage)] : steps;
  };

  function read(candidate: Loose, place: number): ChatStep[] {
    const index = looseNumber(candidate["index"]) ?? place;
    const native = looseText(candidate["finishReason"]);
    seen++;
    if (native === undefined) open.add(index);
    else open.delete(index);
    const logprobs = logprobsOf(candidate) ?? undefined;
    const deltas = partsOf(candidate).flatMap((part) => deltaOf(part, index) ?? []);
    // They belong to the whole event: its first delta carries them.
    const shown = deltas.length === 0 && logprobs ? [{}] : deltas;
    const steps = shown.map(
      (delta, place): ChatStep => ({ kind: "delta", index, delta, ...(place === 0 && logprobs ? { logprobs } : {}) }),
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
