/** An answer of the API that is not a success (RFC 9457), or no answer at all (status 0). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly type: string;
  readonly field: string | undefined;
  readonly requestId: string | undefined;

  constructor(told: { status: number; detail: string; type?: string; field?: string; requestId?: string }) {
    super(told.detail);
    this.name = "ApiProblem";
    this.status = told.status;
    this.type = told.type ?? "";
    this.field = told.field;
    this.requestId = told.requestId;
  }
}

/** A refusal stays a refusal; what was unavailable is asked twice more. */
export function isRetried(failures: number, thrown: unknown): boolean {
  return failures < 2 && thrown instanceof ApiProblem && (thrown.status === 0 || thrown.status >= 500);
}

/** Whether the query itself was refused: that is told once, where it is written. */
export const isMistake = (error: unknown): boolean =>
  error instanceof ApiProblem && error.type === "/problems/invalid-query";
