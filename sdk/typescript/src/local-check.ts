import { createHash } from "node:crypto";
import type { BroughtVerdict } from "../../../packages/api-client/src/api.ts";
import { GaffeError } from "./errors.ts";
import type { Check, CheckAnswer, CheckSubject, LocalCheck } from "./types.ts";

export const isLocal = (check: string | Check | LocalCheck): check is LocalCheck =>
  typeof check === "object" && "evaluate" in check;

/** Returns a check as a test run request takes it. */
export function requestedCheck(check: string | Check | LocalCheck) {
  if (!isLocal(check)) return check;
  const { name } = check;
  if (typeof name !== "string" || typeof check.evaluate !== "function")
    throw new GaffeError("a check of yours is {name, evaluate}", { field: "checks" });
  return { check: name, local: { version: check.version ?? versionOf(check), direction: directionOf(check) } };
}

/** A one-sided limit says which numbers are better; a range does not. */
function directionOf({ pass_from: from, pass_to: to }: LocalCheck): "higher" | "lower" | "neutral" {
  if ((from === undefined) === (to === undefined)) return "neutral";
  return from === undefined ? "lower" : "higher";
}

const longest = 2000;

/** Evaluates a local check on a row. Never throws: an exception becomes a broken verdict. */
export async function verdictOf(check: LocalCheck, subject: CheckSubject): Promise<BroughtVerdict> {
  try {
    return judged(check, await check.evaluate(subject));
  } catch (thrown) {
    const reason = `it threw: ${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)}`;
    return { check: check.name, state: "broken", reason: reason.slice(0, longest) };
  }
}

function judged({ name, pass_when = true, pass_from, pass_to }: LocalCheck, answer: CheckAnswer): BroughtVerdict {
  const broken = (reason: string) => ({ check: name, state: "broken" as const, reason });
  if (answer === null || answer === undefined)
    return { check: name, state: "skipped", reason: "the check returned no verdict for this row" };
  if (typeof answer === "object" && "skip" in answer) return { check: name, state: "skipped", reason: answer.skip };
  const { value, explanation, evidence = [] } = typeof answer === "object" ? answer : { value: answer };
  const verdict = (passes: boolean, unless: string): BroughtVerdict => ({
    check: name,
    state: passes ? "passed" : "failed",
    value,
    explanation: (explanation ?? unless).slice(0, longest),
    evidence: evidence.slice(0, 20).map((quote) => quote.slice(0, 1000)),
  });
  if (typeof value === "boolean") return verdict(value === pass_when, `the check returned ${value}`);
  if (typeof value !== "number" || !Number.isFinite(value))
    return broken(`it returned ${typeof value}: return true, false, a number, or {value, explanation}`);
  if (pass_from === undefined && pass_to === undefined) return broken(`it returned ${value}: set pass_from or pass_to`);
  return verdict(value >= (pass_from ?? -Infinity) && value <= (pass_to ?? Infinity), `score ${value}`);
}

/** A 31-bit digest: a changed check is another version. */
function versionOf({ evaluate, pass_when, pass_from, pass_to }: LocalCheck): number {
  const text = JSON.stringify([evaluate.toString(), pass_when, pass_from, pass_to]);
  return createHash("sha256").update(text).digest().readUInt32BE(0) >>> 1;
}
