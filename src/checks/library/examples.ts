import { readFileSync } from "node:fs";
import type { CheckExample } from "../check-example.ts";

let known: Readonly<Record<string, readonly CheckExample[]>> | undefined;

/** Returns a passing and a failing case of a check; the file is read on the first call. */
export function examplesOf(check: string): readonly CheckExample[] {
  // Written by `npm run docs:checks` from the test cases of every check.
  known ??= JSON.parse(readFileSync(new URL("./examples.json", import.meta.url), "utf8")) as NonNullable<typeof known>;
  return Object.hasOwn(known, check) ? (known[check] ?? []) : [];
}
