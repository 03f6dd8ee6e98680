import type { Json } from "../../platform/json/json.ts";
import type { CallFacts } from "../assembly/call-facts.ts";
import type { BroughtVerdict } from "../runs/run-check.ts";
import type { Simulation } from "../runs/simulation.ts";

export interface ConversationMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** `[{name, parameters}]`; only in messages of the target. */
  readonly toolCalls?: readonly Json[];
}

/** One response of the target, with the call that produced it. */
export interface ConversationTurn {
  /** Number of messages before the response in the conversation's list. */
  readonly after: number;
  readonly prediction: Json;
  readonly metadata?: Json;
  readonly call?: CallFacts;
  /** Verdicts of the caller's own checks on the response. */
  readonly verdicts?: readonly BroughtVerdict[];
  /** Trace that the target was instructed to continue. */
  readonly targetTrace?: { readonly traceId: string; readonly spanId: string };
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

export type ConversationEnd = "max_turns" | "stop_phrase" | "stop_check" | "failed";

/**
 * A dialog between a simulated user, the driver, and a target. It is stored after every step, so that a crash
 * repeats at most the step in progress. `judge`: a check must decide whether to stop.
 */
export interface Conversation {
  /**
   * Number of completed steps. Every update names its step, and is rejected if another update for that step came
   * first.
   */
  readonly step: number;
  readonly next: "driver" | "target" | "judge" | "ended";
  readonly messages: readonly ConversationMessage[];
  /** Messages before the conversation: the target's prompt. */
  readonly opening?: readonly Json[];
  readonly turns: readonly ConversationTurn[];
  /** The target's id for the session. */
  readonly sessionId?: string;
  readonly ended?: ConversationEnd;
  /** Cause of the failure. */
  readonly failure?: { readonly by: "driver" | "target"; readonly message: string; readonly call?: CallFacts };
}

export const newConversation = ({ firstTurn }: Simulation): Conversation => ({
  step: 0,
  next: firstTurn,
  messages: [],
  turns: [],
});

/** Applies a driver message: the target is next, unless the message ends the conversation. */
export function afterDriver(conversation: Conversation, content: string, simulation: Simulation): Conversation {
  const messages = [...conversation.messages, { role: "user" as const, content }];
  // A farewell after a response ends the conversation; before any response there is nothing to check yet.
  const isOver = conversation.turns.length > 0 && holds(content, simulation);
  return { ...conversation, messages, ...onward(conversation, isOver ? "stop_phrase" : "target") };
}

export function afterTarget(
  conversation: Conversation,
  { sessionId, ...turn }: Omit<ConversationTurn, "after"> & { readonly sessionId?: string },
  simulation: Simulation,
): Conversation {
  const message = messageOf(turn.prediction);
  const turns = [...conversation.turns, { ...turn, after: conversation.messages.length }];
  const messages = [...conversation.messages, message];
  return {
    ...conversation,
    messages,
    turns,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...onward(conversation, whatFollows(message.content, turns.length, simulation)),
  };
}

/** Applies the decision of the stop check. */
export function afterJudge(conversation: Conversation, stops: boolean): Conversation {
  return { ...conversation, ...onward(conversation, stops ? "stop_check" : "driver") };
}

/** Ends the conversation after a failed step; earlier messages are retained. */
export function afterFailure(conversation: Conversation, failure: NonNullable<Conversation["failure"]>): Conversation {
  return { ...conversation, failure, ...onward(conversation, "failed") };
}

/** Reads `{tool_calls}` next to a text, a text, or the JSON of anything else. */
function messageOf(prediction: Json): ConversationMessage {
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
