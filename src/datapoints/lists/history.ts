import type { Call, Candidate } from "../assembly/fold.ts";
import type { Reading } from "../assembly/reading.ts";
import type { Message } from "../datapoint.ts";
import { isSilent } from "../shapes/attributes/genai.ts";
import { plainText } from "../shapes/messages/messages.ts";

/**
 * Recovers responses that an instrumentation lost because they only called tools: the next request of the trace
 * repeats them after this call's input. The result is exact, not a guess.
 */
export function answersFromHistory(calls: readonly Call[]): ReadonlyMap<Candidate, Reading> {
  const found = new Map<Candidate, Reading>();
  if (calls.length < 2) return found;
  for (const [primary] of calls) {
    const { input, output, error } = primary.reading;
    if (!isSilent(output) || error !== undefined || input === undefined || input.length === 0) continue;
    const answer = lostTurn(input, calls);
    if (answer) found.set(primary, { output: [answer] });
  }
  return found;
}

function lostTurn(input: readonly Message[], calls: readonly Call[]): Message | undefined {
  for (const [{ reading }] of calls) {
    const later = reading.input ?? [];
    const next = later[input.length];
    if (next?.role !== "assistant" || !next.parts.some((part) => part.type === "tool_call")) continue;
    if (input.every((message, index) => isEqual(message, later[index]))) return next;
  }
  return undefined;
}

const isEqual = (one: Message, other: Message | undefined) =>
  other !== undefined &&
  one.role === other.role &&
  one.parts.length === other.parts.length &&
  plainText(one) === plainText(other) &&
  callIds(one) === callIds(other);

const callIds = ({ parts }: Message) => parts.map((part) => ("id" in part ? (part.id ?? "") : part.type)).join();
