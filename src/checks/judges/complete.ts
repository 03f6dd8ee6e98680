import type { JudgeModel } from "./judge.ts";
import type { Question } from "./prompt/prompt.ts";
import type { Completion } from "./wire/completion.ts";

/** Thrown when there is no response for now: the check is retried later. */
export class NoAnswer extends Error {
  /** Milliseconds to wait, as requested by the provider. */
  readonly afterMs: number | undefined;
  /** No request was sent, so this does not count as an attempt. */
  readonly isUntried: boolean;

  constructor(reason: string, { afterMs, isUntried = false }: { afterMs?: number; isUntried?: boolean } = {}) {
    super(reason);
    this.name = "NoAnswer";
    this.afterMs = afterMs;
    this.isUntried = isUntried;
  }
}

/** Thrown when the endpoint rejects the request permanently: the check is broken. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
}

/** Thrown when a daily limit is reached: the check is skipped. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

/** Makes one model call. Throws NoAnswer, RequestRefused or BudgetSpent. */
export type Complete = (model: JudgeModel, question: Question, signal: AbortSignal) => Promise<Completion>;
