/** An answer of the API that is not a success (RFC 9457), or no answer at all (status 0). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly type: string;
  /** What kind of thing went wrong, in the service's words; undefined where something before it answered. */
  readonly title: string | undefined;
  readonly field: string | undefined;
  readonly requestId: string | undefined;

  constructor(told: ToldProblem) {
    super(told.detail);
    this.name = "ApiProblem";
    this.status = told.status;
    this.type = told.type ?? "";
    this.title = told.title;
    this.field = told.field;
    this.requestId = told.requestId;
  }
}

interface ToldProblem {
  readonly status: number;
  readonly detail: string;
  readonly type?: string;
  readonly title?: string;
  readonly field?: string;
  readonly requestId?: string;
}

/** Whether the same question may get another answer: a refusal stays a refusal. */
export const mayPass = (thrown: unknown): boolean =>
  !(thrown instanceof ApiProblem) || thrown.status === 0 || thrown.status === 429 || thrown.status >= 500;

/** Whether nobody answered, or something before Gaffe in its place. */
export const isUnanswered = (thrown: unknown): boolean =>
  thrown instanceof ApiProblem && (thrown.status === 0 || (thrown.type === "" && thrown.status >= 502));

/** What was unavailable is asked twice more by itself. */
export function isRetried(failures: number, thrown: unknown): boolean {
  return failures < 2 && thrown instanceof ApiProblem && (thrown.status === 0 || thrown.status >= 500);
}

/** Whether the query itself was refused: that is told once, where it is written. */
export const isMistake = (error: unknown): boolean =>
  error instanceof ApiProblem && error.type === "/problems/invalid-query";
