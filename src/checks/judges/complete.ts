import type { JudgeModel } from "./judge.ts";
import type { Question } from "./prompt/prompt.ts";
import type { Completion } from "./wire/completion.ts";

/** Thrown where there is no answer for now: the check is tried again later. */
export class NoAnswer extends Error {
  /** The provider's own wish. */
  readonly afterMs: number | undefined;
  /** Nothing was tried: waiting costs no try. */
  readonly isUntried: boolean;

  constructor(because: string, { afterMs, isUntried = false }: { afterMs?: number; isUntried?: boolean } = {}) {
    super(because);
    this.name = "NoAnswer";
    this.afterMs = afterMs;
    this.isUntried = isUntried;
  }
}

/** Thrown where the request itself is refused, now and later: the check is broken. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
}

/** Thrown where a ceiling of the day is reached: the check is skipped. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

/** One call of a model. Throws NoAnswer, RequestRefused or BudgetSpent. */
export type Complete = (model: JudgeModel, question: Question, signal: AbortSignal) => Promise<Completion>;
