import { readFileSync } from "node:fs";
import type { CheckExample } from "../check-example.ts";

let known: Readonly<Record<string, readonly CheckExample[]>> | undefined;

/** A case that passes and one that fails, of checks by code and by a judge; read with the first check that is looked at. */
export function examplesOf(check: string): readonly CheckExample[] {
  // Written by `npm run docs:checks` from the cases that the tests hold every check to.
  known ??= JSON.parse(readFileSync(new URL("./examples.json", import.meta.url), "utf8")) as NonNullable<typeof known>;
  return Object.hasOwn(known, check) ? (known[check] ?? []) : [];
}
