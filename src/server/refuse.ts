import { passwordProblem } from "../accounts/sign-in/password.ts";
import { Failure } from "../platform/failure.ts";

/** A refusal at the door, to be thrown; `problem` is one of the API's problem types. */
export const refuse = (
  problem: "invalid-request" | "forbidden" | "conflict" | "not-found",
  message: string,
  field?: string,
) => new Failure("caller", message, { problem, ...(field === undefined ? {} : { field }) });

export const invalidLink = () => refuse("not-found", "this link is not valid any more: ask for a new one");

/** Throws for a password that cannot be taken. */
export function requireGoodPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem !== undefined) throw refuse("invalid-request", `the password ${problem}`, "password");
}
