import { meant } from "../../../packages/api-client/src/nearest.ts";
import { GaffeError } from "./errors.ts";

/** The names of all options of a call, so that the compiler finds a list that lacks one. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** Throws for an option that the call does not have: JavaScript would ignore a misspelt one. */
export function refuseUnknown<Options extends object>(
  call: string,
  options: Options,
  known: OptionNames<Options>,
): void {
  if (typeof options !== "object" || options === null)
    throw new GaffeError(`${call} takes an object with ${Object.keys(known).join(", ")}`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known);
  const hint = meant(unknown, names) || `; there are ${names.join(", ")}`;
  throw new GaffeError(`${call} has no option ${unknown}${hint}`, { field: unknown });
}
