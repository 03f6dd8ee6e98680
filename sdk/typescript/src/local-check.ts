import { createHash } from "node:crypto";
import type { BroughtVerdict } from "./api.ts";
import { GaffeError } from "./errors.ts";
import type { Check, CheckAnswer, CheckSubject, LocalCheck } from "./types.ts";

export const isLocal = (check: string | Check | LocalCheck): check is LocalCheck =>
  typeof check === "object" && "evaluate" in check;

/** A check as a test run is told of it. */
export function askedCheck(check: string | Check | LocalCheck) {
  if (!isLocal(check)) return check;
  const { name } = check;
  if (typeof name !== "string" || typeof check.evaluate !== "function")
    throw new GaffeError("a check of yours is {name, evaluate}", { field: "checks" });
  return { check: name, local: { version: check.version ?? versionOf(check) } };
}

const longest = 2000;

/** What a check of yours says of a row. Never throws: what it throws is a verdict that says so. */
export async function verdictOf(check: LocalCheck, subject: CheckSubject): Promise<BroughtVerdict> {
  try {
    return judged(check, await check.evaluate(subject));
  } catch (thrown) {
    const because = `it threw: ${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)}`;
    return { check: check.name, state: "broken", because: because.slice(0, longest) };
  }
}

function judged({ name, pass_when = true, pass_from, pass_to }: LocalCheck, answer: CheckAnswer): BroughtVerdict {
  const broken = (because: string) => ({ check: name, state: "broken" as const, because });
  if (answer === null || answer === undefined)
    return { check: name, state: "skipped", because: "the check says nothing of this row" };
  if (typeof answer === "object" && "skip" in answer) return { check: name, state: "skipped", because: answer.skip };
  const { value, explanation, evidence = [] } = typeof answer === "object" ? answer : { value: answer };
  const told = (passes: boolean, unless: string): BroughtVerdict => ({
    check: name,
    state: passes ? "passed" : "failed",
    value,
    explanation: (explanation ?? unless).slice(0, longest),
    evidence: evidence.slice(0, 20).map((quote) => quote.slice(0, 1000)),
  });
  if (typeof value === "boolean") return told(value === pass_when, `the check returned ${value}`);
  if (typeof value !== "number" || !Number.isFinite(value))
    return broken(`it returned ${typeof value}: return true, false, a number, or {value, explanation}`);
  if (pass_from === undefined && pass_to === undefined)
    return broken(`it returned ${value}: say from where a number passes, by pass_from or pass_to`);
  return told(value >= (pass_from ?? -Infinity) && value <= (pass_to ?? Infinity), `score ${value}`);
}

/** 31 bits: another text is another version. */
function versionOf({ evaluate, pass_when, pass_from, pass_to }: LocalCheck): number {
  const text = JSON.stringify([evaluate.toString(), pass_when, pass_from, pass_to]);
  return createHash("sha256").update(text).digest().readUInt32BE(0) >>> 1;
}
