import { codeChecks } from "../../src/checks/library/index.ts";
import { createChecker } from "../../src/checks/stages/check.ts";
import type { Json } from "../../src/platform/json/json.ts";
import { type Dialog, dialog } from "../../test/support/data/datapoints.ts";

type Options = Readonly<Record<string, Json>>;

// A fixed clock: accuracy must not depend on how busy the machine is.
const check = createChecker({ checks: codeChecks, now: () => 0, clock: () => 0 });

/** Returns the state of each verdict, in the order of the checks' names. */
export function states(given: Dialog, checks: Readonly<Record<string, Options>>, expected?: Json): readonly string[] {
  const requests = Object.entries(checks).map(([name, options]) => ({ check: name, options, monitorIds: [] }));
  return check(dialog(given), requests, { expected }).map(({ state }) => state);
}

export function anyFails(given: Dialog, checks: Readonly<Record<string, Options>>): boolean {
  return states(given, checks).includes("failed");
}

/** Simple detectors that the library must outperform. */
export const baselines = {
  refusal: (text: string) =>
    /i'm sorry|i am sorry|i cannot|i can't|i apologize|as an ai|i'm not able to|i am not able to|i won't|unable to|not appropriate|i must decline|against my|not ethical/i.test(
      text.replaceAll("’", "'"),
    ),
  injection: (text: string) =>
    /ignore (?:all |the |your )?previous|disregard|system prompt|jailbreak|developer mode|do anything now|\bDAN\b|pretend you|you are now|reveal your/i.test(
      text,
    ),
  secret: (text: string) =>
    /AKIA[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_\w{36}|sk-[\w-]{32,}|xox[bp]-|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]+\.eyJ|(?:secret|token|api_key|password)["']?\s*[:=]\s*["'][^"']{8,}/i.test(
      text,
    ),
};
