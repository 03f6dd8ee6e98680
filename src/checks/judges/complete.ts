import type { JudgeModel } from "./judge.ts";
import type { Question } from "./prompt/prompt.ts";
import type { Completion } from "./wire/completion.ts";

/** Why a call ended without a completion, which decides what becomes of its checks. */
export type NoCompletion =
  | {
      /** There is no response for now: the checks are retried. */
      readonly ended: "later";
      readonly reason: string;
      /** Milliseconds to wait, as requested by the provider. */
      readonly afterMs?: number;
      /** No request was sent, so this does not count as an attempt. */
      readonly isUntried?: boolean;
    }
  /** The endpoint rejects the request permanently: the checks are broken. */
  | { readonly ended: "refused"; readonly reason: string }
  /** A daily limit is reached: the checks are skipped. */
  | { readonly ended: "spent"; readonly reason: string };

/** Makes one model call. */
export type Complete = (
  model: JudgeModel,
  question: Question,
  signal: AbortSignal,
) => Promise<Completion | NoCompletion>;

/** Returns whether what was to come from a call is missing because the call ended without a completion. */
export const isMissing = (value: object): value is NoCompletion => "ended" in value;
