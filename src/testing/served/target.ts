import type { BroughtVerdict, CallFacts, Conversation } from "../../datapoints/index.ts";
import type { Json } from "../../platform/json/json.ts";
import type { RunRow } from "../test-run.ts";

/** A target's answer to a row, or to the newest message of a conversation. */
export interface TargetAnswer {
  readonly prediction?: Json;
  readonly error?: string;
  readonly modelInput?: Json;
  readonly metadata?: Json;
  readonly call?: CallFacts;
  /** Verdicts of the caller's local checks on the answer. */
  readonly verdicts?: readonly BroughtVerdict[];
  /** The target's id of the conversation. */
  readonly sessionId?: string;
  readonly targetTrace?: { readonly traceId: string; readonly spanId: string };
  readonly startedAt: number;
  readonly durationMs: number;
}

/** What a served run calls. Failures of a model or application are answers; only an aborted signal rejects. */
export interface Target {
  answer(row: RunRow, conversation: Conversation | undefined, signal: AbortSignal): Promise<TargetAnswer>;
  /** Ends a conversation; the outcome is ignored. */
  end?(row: RunRow, conversation: Conversation, signal: AbortSignal): Promise<void>;
}
