import type { CallFacts } from "../../datapoints/assembly/call-facts.ts";
import type { Json } from "../../datapoints/datapoint.ts";
import type { Conversation } from "../../datapoints/traces/conversation.ts";
import type { BroughtVerdict } from "../run-check.ts";
import type { RunRow } from "../test-run.ts";

/** What a target made of a row, or of the newest message of a conversation. */
export interface TargetAnswer {
  /** Absent when it failed. */
  readonly prediction?: Json;
  readonly error?: string;
  readonly modelInput?: Json;
  readonly metadata?: Json;
  readonly call?: CallFacts;
  /** What the caller's own checks say of the answer. */
  readonly verdicts?: readonly BroughtVerdict[];
  /** What the target calls the conversation. */
  readonly sessionId?: string;
  readonly targetTrace?: { readonly traceId: string; readonly spanId: string };
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** What a served run calls. Everything that a model or an application does is an answer; only an aborted signal rejects. */
export interface Target {
  answer(row: RunRow, conversation: Conversation | undefined, signal: AbortSignal): Promise<TargetAnswer>;
  /** A conversation is over; how that goes changes nothing. */
  end?(row: RunRow, conversation: Conversation, signal: AbortSignal): Promise<void>;
}
