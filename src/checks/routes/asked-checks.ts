import { z } from "zod";
import type { Json } from "../../datapoints/datapoint.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { nearest } from "../../platform/nearest.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { refusal } from "../../server/routes/route.ts";
import { customNamePattern } from "../custom/custom-check.ts";

interface AskedCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** Of the caller's own: it is not run here. */
  readonly local?: object | undefined;
}

/** What could never run in a project is not accepted: an unknown check, options it does not take. */
export function refuseWrongChecks(
  project: ProjectId,
  asked: readonly AskedCheck[],
  { checks, slowChecks }: Pick<ApiNeeds, "checks" | "slowChecks">,
): void {
  for (const [index, { check: name, options, local }] of asked.entries()) {
    const check = checks.get(name) ?? slowChecks.find(project, name);
    if (local) {
      const field = `checks.${index}.check`;
      if (!customNamePattern.test(name))
        throw refusal("invalid-request", "must be snake case, such as mentions_refund", field);
      if (check) throw refusal("conflict", `there is a check named ${name} here: take another name for yours`, field);
      if (asked.findIndex((other) => other.check === name) !== index)
        throw refusal("invalid-request", `the check ${name} is asked for twice`, field);
      continue;
    }
    if (!check) throw unknownCheck(project, name, `checks.${index}.check`, { checks, slowChecks });
    refuseWrongOptions(check.options, options, `checks.${index}.options`);
  }
}

/** Options that a check does not take are refused; a misspelt name says which was meant. */
export function refuseWrongOptions(schema: z.ZodType, options: unknown, field: string): void {
  const [first] = schema.safeParse(options).error?.issues ?? [];
  if (!first) return;
  const [key = ""] = first.code === "unrecognized_keys" ? first.keys : [];
  const meant = schema instanceof z.ZodObject ? nearest(key, Object.keys(schema.shape)) : undefined;
  const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
  throw refusal("invalid-request", `${first.message}${hint}`, [field, ...first.path].join("."));
}

/** The refusal of a name that no check of the project has. */
export function unknownCheck(
  project: ProjectId,
  name: string,
  field: string,
  { checks, slowChecks }: Pick<ApiNeeds, "checks" | "slowChecks">,
) {
  const meant = nearest(name, [...checks.keys(), ...slowChecks.names(project)]);
  const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
  return refusal("invalid-request", `there is no check named ${name}${hint}`, field);
}

/** A check of the caller's own is evaluated where the caller calls the model; `why` tells what happens instead. */
export function refuseLocalChecks(asked: readonly AskedCheck[], why: string): void {
  const index = asked.findIndex(({ local }) => local !== undefined);
  if (index === -1) return;
  const detail = `${asked[index]?.check} is run where the model is called, and ${why}`;
  throw refusal("invalid-request", detail, `checks.${index}`);
}
