import type { CodeCheck } from "../domain/check.ts";
import type { Json } from "../domain/datapoint.ts";
import { nearest } from "../lib/nearest.ts";
import { refusal } from "./route.ts";

interface AskedCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
}

/** What could never run is not accepted: an unknown check, options it does not take. */
export function refuseWrongChecks(asked: readonly AskedCheck[], checks: ReadonlyMap<string, CodeCheck>): void {
  for (const [index, { check: name, options }] of asked.entries()) {
    const check = checks.get(name);
    if (!check) {
      const meant = nearest(name, [...checks.keys()]);
      const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
      throw refusal("invalid-request", `there is no check named ${name}${hint}`, `checks.${index}.check`);
    }
    const [first] = check.options.safeParse(options).error?.issues ?? [];
    if (first) throw refusal("invalid-request", first.message, ["checks", index, "options", ...first.path].join("."));
  }
}
