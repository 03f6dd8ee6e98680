import { Failure } from "../../platform/failure.ts";
import { passwordProblem } from "./password.ts";

/** Creates an authentication refusal to throw; `problem` is one of the API's problem types. */
export const refuse = (
  problem: "invalid-request" | "forbidden" | "conflict" | "not-found",
  message: string,
  field?: string,
) => new Failure("caller", message, { problem, ...(field === undefined ? {} : { field }) });

export const invalidLink = () => refuse("not-found", "this link is no longer valid: request a new one");

/** Throws for an unacceptable password. */
export function requireGoodPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem !== undefined) throw refuse("invalid-request", `the password ${problem}`, "password");
}
