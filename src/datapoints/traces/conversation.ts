import type { BroughtVerdict } from "../../testing/run-check.ts";
import type { Simulation } from "../../testing/simulation.ts";
import type { CallFacts } from "../assembly/call-facts.ts";
import type { Json } from "../datapoint.ts";

/** What one side of a conversation said. */
export interface Said {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** `[{name, parameters}]`, of the target alone. */
  readonly toolCalls?: readonly Json[];
}

/** One answer of the target, with the call that gave it. */
export interface ConversationTurn {
  /** Messages that the target had before it answered, in the list that it stands beside. */
  readonly after: number;
  readonly prediction: Json;
  readonly metadata?: Json;
  readonly call?: CallFacts;
  /** What the caller's own checks say of the answer. */
  readonly verdicts?: readonly BroughtVerdict[];
  /** Trace that the target was told to continue. */
  readonly targetTrace?: { readonly traceId: string; readonly spanId: string };
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

export type ConversationEnd = "max_turns" | "stop_phrase" | "stop_check" | "failed";

/**
 * A simulated user, the driver, talks to a target. It is kept after every step, so that a crash repeats at most the step
 * that was under way. `judge`: whether to stop is to be asked of a check.
 */
export interface Conversation {
  /** Counts the steps made so far: whoever brings a step says which, and is too late when another has brought it. */
  readonly step: number;
  readonly next: "driver" | "target" | "judge" | "ended";
  readonly messages: readonly Said[];
  /** What the target is shown before the conversation: its prompt. */
  readonly opening?: readonly Json[];
  readonly turns: readonly ConversationTurn[];
  /** What the target calls the session. */
  readonly sessionId?: string;
  readonly ended?: ConversationEnd;
  /** Why it failed. */
  readonly failure?: { readonly by: "driver" | "target"; readonly message: string; readonly call?: CallFacts };
}

export const begun = ({ firstTurn }: Simulation): Conversation => ({
  step: 0,
  next: firstTurn,
  messages: [],
  turns: [],
});

/** The driver has spoken: the target is next, unless what it said ends the conversation. */
export function afterDriver(conversation: Conversation, content: string, simulation: Simulation): Conversation {
  const messages = [...conversation.messages, { role: "user" as const, content }];
  // A farewell after an answer ends it there; before any answer there is nothing to judge yet.
  const isOver = conversation.turns.length > 0 && holds(content, simulation);
  return { ...conversation, messages, ...onward(conversation, isOver ? "stop_phrase" : "target") };
}

/** The target has answered. */
export function afterTarget(
  conversation: Conversation,
  { sessionId, ...turn }: Omit<ConversationTurn, "after"> & { readonly sessionId?: string },
  simulation: Simulation,
): Conversation {
  const said = saidOf(turn.prediction);
  const turns = [...conversation.turns, { ...turn, after: conversation.messages.length }];
  const messages = [...conversation.messages, said];
  return {
    ...conversation,
    messages,
    turns,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...onward(conversation, whatFollows(said.content, turns.length, simulation)),
  };
}

/** The stop check has said whether that is all. */
export function afterJudge(conversation: Conversation, stops: boolean): Conversation {
  return { ...conversation, ...onward(conversation, stops ? "stop_check" : "driver") };
}

/** One side could not speak; what was said before stays. */
export function afterFailure(conversation: Conversation, failure: NonNullable<Conversation["failure"]>): Conversation {
  return { ...conversation, failure, ...onward(conversation, "failed") };
}

/** `{tool_calls}` beside its text, or a text, or the JSON of whatever else it is. */
function saidOf(prediction: Json): Said {
  if (typeof prediction === "string") return { role: "assistant", content: prediction };
  if (typeof prediction === "object" && prediction !== null && !Array.isArray(prediction)) {
    const { tool_calls: calls, content } = prediction as { readonly [key: string]: Json };
    if (Array.isArray(calls))
      return { role: "assistant", content: typeof content === "string" ? content : "", toolCalls: calls as Json[] };
  }
  return { role: "assistant", content: JSON.stringify(prediction) };
}

type Next = ConversationEnd | "driver" | "target" | "judge";

function onward({ step }: Conversation, next: Next): Pick<Conversation, "step" | "next" | "ended"> {
  if (next === "driver" || next === "target" || next === "judge") return { step: step + 1, next };
  return { step: step + 1, next: "ended", ended: next };
}

function whatFollows(content: string, turns: number, simulation: Simulation): Next {
  if (holds(content, simulation)) return "stop_phrase";
  if (turns >= simulation.maxTurns) return "max_turns";
  return simulation.stop?.check === undefined ? "driver" : "judge";
}

function holds(content: string, { stop }: Simulation): boolean {
  return stop?.phrase !== undefined && content.toLowerCase().includes(stop.phrase.toLowerCase());
}
