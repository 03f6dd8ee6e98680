import { createHash } from "node:crypto";
import type { BroughtVerdict } from "../../../packages/api-client/src/api.ts";
import { GaffeError } from "./errors.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";
import type { Check, CheckAnswer, CheckFunction, CheckSubject, LocalCheck } from "./types.ts";

export type AnyCheck = string | Check | LocalCheck | CheckFunction;

/** Returns the check as `{name, evaluate}` if it is a function of the caller's. Throws for one without a name. */
export function localOf(check: AnyCheck): LocalCheck | undefined {
  if (typeof check === "function") return { name: nameOf(check), evaluate: check };
  if (typeof check !== "object" || !("evaluate" in check)) return undefined;
  refuseUnknown(`the check ${check.name}`, check, localNames);
  if (typeof check.name !== "string" || typeof check.evaluate !== "function")
    throw new GaffeError("a check of yours is a function with a name, or {name, evaluate}", { field: "checks" });
  return check;
}

/** Names of checks are snake case, those of functions usually are not. */
function nameOf({ name }: CheckFunction): string {
  if (name === "" || name === "evaluate")
    throw new GaffeError("a function as a check needs a name: declare it as a constant, or pass {name, evaluate}", {
      field: "checks",
    });
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase();
}

const localNames: OptionNames<LocalCheck> = {
  name: true,
  evaluate: true,
  passWhen: true,
  passFrom: true,
  passTo: true,
  version: true,
};
const checkNames: OptionNames<Check> = { check: true, options: true };

/** Returns a check as a test run request takes it. */
export function requestedCheck(check: AnyCheck) {
  const local = localOf(check);
  if (local)
    return { check: local.name, local: { version: local.version ?? versionOf(local), direction: directionOf(local) } };
  if (typeof check === "object") refuseUnknown("a check", check as Check, checkNames);
  return check as string | Check;
}

/** A one-sided limit says which numbers are better; a range does not. */
function directionOf({ passFrom: from, passTo: to }: LocalCheck): "higher" | "lower" | "neutral" {
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

function judged({ name, passWhen = true, passFrom, passTo }: LocalCheck, answer: CheckAnswer): BroughtVerdict {
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
  if (typeof value === "boolean") return verdict(value === passWhen, `the check returned ${value}`);
  if (typeof value !== "number" || !Number.isFinite(value))
    return broken(`it returned ${typeof value}: return true, false, a number, or {value, explanation}`);
  if (passFrom === undefined && passTo === undefined)
    return broken(`it returned ${value}: set passFrom or passTo, in {name, evaluate, passFrom}`);
  return verdict(value >= (passFrom ?? -Infinity) && value <= (passTo ?? Infinity), `score ${value}`);
}

/** A 31-bit digest: a changed check is another version. */
function versionOf(check: LocalCheck): number {
  const { passWhen, passFrom, passTo } = check;
  const text = JSON.stringify([check.evaluate.toString(), passWhen, passFrom, passTo]);
  return createHash("sha256").update(text).digest().readUInt32BE(0) >>> 1;
}
