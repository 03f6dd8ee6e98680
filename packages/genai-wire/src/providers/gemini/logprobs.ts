import type { ChatLogprobs, ChatStep, ChatToken } from "../../chat/answer.ts";
import { type Loose, looseNumber, looseObject, looseObjects, looseText } from "../../loose-json.ts";

/**
 * `logprobsResult` has two parallel lists with one entry per token: the chosen token and the likeliest
 * alternatives.
 */
export function logprobsOf(candidate: Loose): ChatLogprobs | null {
  const result = looseObject(candidate["logprobsResult"]);
  if (!result) return null;
  const others = looseObjects(result["topCandidates"]).map(({ candidates }) => looseObjects(candidates).map(tokenOf));
  const chosen = looseObjects(result["chosenCandidates"]).map(tokenOf);
  return {
    content: chosen.map((each, position) => ({ ...each, top_logprobs: others[position] ?? [] })),
    refusal: null,
  };
}

function tokenOf(candidate: Loose): ChatToken {
  const token = looseText(candidate["token"]) ?? "";
  return { token, logprob: looseNumber(candidate["logProbability"]) ?? 0, bytes: [...new TextEncoder().encode(token)] };
}

/** Log probabilities belong to the whole event of a candidate, and are sent with its first delta. */
export function withLogprobs(steps: readonly ChatStep[], event: Loose): readonly ChatStep[] {
  const left = new Map<number, ChatLogprobs>();
  for (const [position, candidate] of looseObjects(event["candidates"]).entries()) {
    const logprobs = logprobsOf(candidate);
    if (logprobs) left.set(looseNumber(candidate["index"]) ?? position, logprobs);
  }
  if (left.size === 0) return steps;
  const shown = steps.flatMap((step): readonly ChatStep[] => {
    if (step.kind !== "delta" && step.kind !== "finished") return [step];
    const logprobs = left.get(step.index);
    left.delete(step.index);
    if (logprobs === undefined) return [step];
    return step.kind === "delta" ? [{ ...step, logprobs }] : [{ ...alone(step.index, logprobs) }, step];
  });
  return [...shown, ...[...left].map(([index, logprobs]) => alone(index, logprobs))];
}

const alone = (index: number, logprobs: ChatLogprobs): ChatStep => ({ kind: "delta", index, delta: {}, logprobs });
