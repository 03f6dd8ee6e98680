import type { Problem } from "../../../../../packages/api-client/src/api.ts";

/** An API response that isn't a success (RFC 9457), or no response at all (status 0). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly type: string;
  /** The kind of problem, from the service; undefined if a proxy responded. */
  readonly title: string | undefined;
  readonly field: string | undefined;
  readonly requestId: string | undefined;

  constructor(problem: Partial<Problem> & Pick<Problem, "status" | "detail">) {
    super(problem.detail);
    this.name = "ApiProblem";
    this.status = problem.status;
    this.type = problem.type ?? "";
    this.title = problem.title;
    this.field = problem.field;
    this.requestId = problem.requestId;
  }
}

/** Returns whether the same request may succeed later; a refusal is final. */
export const mayPass = (thrown: unknown): boolean =>
  !(thrown instanceof ApiProblem) || thrown.status === 0 || thrown.status === 429 || thrown.status >= 500;

/** Returns whether there was no response, or a proxy responded for Gaffe. */
export const isUnanswered = (thrown: unknown): boolean =>
  thrown instanceof ApiProblem && (thrown.status === 0 || (thrown.type === "" && thrown.status >= 502));

/** Returns whether to retry automatically: up to two times after unavailability. */
export function isRetried(failures: number, thrown: unknown): boolean {
  return failures < 2 && thrown instanceof ApiProblem && (thrown.status === 0 || thrown.status >= 500);
}

/** Returns whether the search query is invalid, which is reported once, at its input. */
export const isMistake = (error: unknown): boolean =>
  error instanceof ApiProblem && error.type === "/problems/invalid-query";
