import { isDeepStrictEqual } from "node:util";
import type { Datapoint, Message, Part } from "../../../src/datapoints/datapoint.ts";
import { finishReasonOf } from "../../../src/datapoints/shapes/finish-reasons.ts";
import type { Json } from "../../../src/platform/json/json.ts";
import type { Capture, ExpectedCall } from "./captures.ts";

/** How well datapoints match the actual calls: calls with exactly one datapoint, and facts that they contain. */
export interface Score {
  readonly calls: number;
  readonly matched: number;
  readonly extra: number;
  readonly facts: number;
  readonly right: number;
  readonly faults: readonly string[];
}

export const noScore: Score = { calls: 0, matched: 0, extra: 0, facts: 0, right: 0, faults: [] };

export const sum = (a: Score, b: Score): Score => ({
  calls: a.calls + b.calls,
  matched: a.matched + b.matched,
  extra: a.extra + b.extra,
  facts: a.facts + b.facts,
  right: a.right + b.right,
  faults: [...a.faults, ...b.faults],
});

export const callShare = (score: Score) =>
  score.calls === 0 && score.extra === 0 ? 1 : Math.max(0, score.matched - score.extra) / score.calls;
export const factShare = (score: Score) => (score.facts === 0 ? 1 : score.right / score.facts);

/** Matches calls with the datapoints that share most facts; every remaining datapoint is one too many. */
export function scoreOf(capture: Capture, datapoints: readonly Datapoint[]): Score {
  const left = [...datapoints];
  const seen = new Map(capture.expected.seenIn.filter((one) => one.visible).map((one) => [one.seq, one.foundInBody]));
  const calls = capture.expected.calls.filter((call) => seen.has(call.seq));
  const score = { ...noScore, faults: [] as string[] };
  // A failed attempt may be recorded or not; if it is, its facts must be right.
  for (const call of [...calls.filter((one) => !one.retriedBy), ...calls.filter((one) => one.retriedBy)]) {
    const facts = (seen.get(call.seq) ?? []).filter((fact) => fact in tellers || toolCallFact.test(fact));
    const matchingFacts = (one: Datapoint) => facts.filter((fact) => hasFact(one, call, fact, facts));
    const best = left
      .map((one) => ({ one, matching: matchingFacts(one) }))
      .sort((a, b) => b.matching.length - a.matching.length)[0];
    const isRequired = !call.retriedBy;
    if (isRequired) score.calls++;
    if (!best || (!isRequired && best.matching.length < facts.length)) {
      if (isRequired) score.faults.push(`${capture.id}: call ${call.seq} has no datapoint`);
      continue;
    }
    left.splice(left.indexOf(best.one), 1);
    if (isRequired) score.matched++;
    score.facts += facts.length;
    score.right += best.matching.length;
    for (const fact of facts)
      if (!best.matching.includes(fact)) score.faults.push(`${capture.id}: call ${call.seq}: ${fact}`);
  }
  if (left.length > 0) score.faults.push(`${capture.id}: ${left.length} too many`);
  return { ...score, extra: left.length };
}

const toolCallFact = /^toolCall(\d+)\.(name|id|argsValue)$/;

type Teller = (one: Datapoint, call: ExpectedCall, found: readonly string[]) => boolean;

const tellers: Readonly<Record<string, Teller>> = {
  requestModel: (one, { request, response }) =>
    [request?.requestModel, response?.responseModel].includes(one.requestModel),
  responseModel: (one, { response }) => one.responseModel === response?.responseModel,
  responseId: (one, { response }) => one.responseId === response?.responseId,
  systemText: (one, { request }) =>
    contains(
      one.input,
      "system",
      request.system ?? request.messages?.find((m: Raw) => m.role === "system" || m.role === "developer")?.text,
    ),
  lastUserText: (one, { request }) =>
    contains(
      one.input,
      "user",
      request.messages?.findLast((m: Raw) => m.role === "user" && m.text)?.text.replaceAll(/\[\w+\]/g, " "),
    ),
  outputText: (one, { response }) =>
    outputsOf(response).some((output) => output.text && contains(one.output, undefined, output.text)),
  refusal: (one, { response }) =>
    outputsOf(response).some(
      (output) =>
        output.refusal &&
        partsIn(one.output).some((part) => "text" in part && folded(part.text).includes(folded(output.refusal))),
    ),
  finishReason: (one, { response }) =>
    one.finishReasons.includes(finishReasonOf(outputsOf(response)[0]?.finishReason ?? "")),
  inputTokens: (one, { response }, found) => {
    const { input, inputWithoutCache } = response?.usage ?? {};
    return (
      one.usage.inputTokens === input ||
      (!found.includes("cacheReadTokens") && one.usage.inputTokens === inputWithoutCache)
    );
  },
  outputTokens: (one, { response }) => one.usage.outputTokens === response?.usage?.output,
  cacheReadTokens: (one, { response }) => one.usage.cacheReadTokens === response?.usage?.cacheRead,
  reasoningTokens: (one, { response }) => one.usage.reasoningTokens === response?.usage?.reasoning,
  errorMessage: (one, { error }) => folded(one.error?.message).includes(folded(error?.message)),
  errorCode: (one, { error }) => Object.values(one.error ?? {}).includes(error?.code),
};

// The recorder's manifest, read where it is scored.
// oxlint-disable-next-line typescript/no-explicit-any
type Raw = any;

const outputsOf = (response: Raw): readonly Raw[] => response?.outputs ?? [];

// oxlint-disable-next-line max-params -- a fact belongs to a datapoint of a call among facts
function hasFact(one: Datapoint, call: ExpectedCall, fact: string, found: readonly string[]): boolean {
  const [, index, property] = toolCallFact.exec(fact) ?? [];
  if (property === undefined) return tellers[fact]?.(one, call, found) ?? false;
  const wanted = outputsOf(call.response).flatMap((output) => output.toolCalls ?? [])[Number(index)];
  const made = partsIn(one.output).filter((part) => part.type === "tool_call");
  if (property === "argsValue")
    return made.some(
      (part) => part.name === wanted.name && isDeepStrictEqual(part.arguments, parsed(wanted.arguments)),
    );
  return made.some((part) => (property === "id" ? part.id === wanted.id : part.name === wanted.name));
}

const partsIn = (messages: readonly Message[]): readonly Part[] => messages.flatMap((message) => message.parts);
const folded = (text: string | undefined) => (text ?? "").replaceAll(/\s+/g, " ").trim();
const contains = (messages: readonly Message[], role: string | undefined, text: string | undefined) =>
  messages.some(
    (message) =>
      (role === undefined || message.role === role) &&
      folded(message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")).includes(
        folded(text),
      ),
  );

function parsed(value: string): Json {
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
