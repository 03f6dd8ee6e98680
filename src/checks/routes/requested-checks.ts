import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { nearest } from "../../platform/nearest.ts";
import { refusal } from "../../server/service.ts";
import type { CodeCheck } from "../check.ts";
import { customNamePattern } from "../custom/custom-check.ts";
import type { KnownChecks } from "../stages/known-checks.ts";

interface RequestedCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** A check that the caller evaluates; the service does not run it. */
  readonly local?: object | undefined;
}

interface RefuseWrongChecksDependencies {
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
}

/** Refuses what could never run in a project: unknown checks and options they do not accept. */
export function refuseWrongChecks(
  project: ProjectId,
  requested: readonly RequestedCheck[],
  { checks, asynchronousChecks }: RefuseWrongChecksDependencies,
): void {
  for (const [index, { check: name, options, local }] of requested.entries()) {
    const check = checks.get(name) ?? asynchronousChecks.find(project, name);
    if (local) {
      const field = `checks.${index}.check`;
      if (!customNamePattern.test(name))
        throw refusal("invalid-request", "must be snake case, such as mentions_refund", field);
      if (check) throw refusal("conflict", `there is a check named ${name} here: take another name for yours`, field);
      if (requested.findIndex((other) => other.check === name) !== index)
        throw refusal("invalid-request", `the check ${name} is requested twice`, field);
      continue;
    }
    if (!check) throw unknownCheck(project, name, `checks.${index}.check`, { checks, asynchronousChecks });
    refuseWrongOptions(check.options, options, `checks.${index}.options`);
  }
}

/** Refuses unknown options; for a misspelled name the message suggests the right one. */
export function refuseWrongOptions(schema: z.ZodType, options: unknown, field: string): void {
  const [first] = schema.safeParse(options).error?.issues ?? [];
  if (!first) return;
  const [key = ""] = first.code === "unrecognized_keys" ? first.keys : [];
  const meant = schema instanceof z.ZodObject ? nearest(key, Object.keys(schema.shape)) : undefined;
  const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
  throw refusal("invalid-request", `${first.message}${hint}`, [field, ...first.path].join("."));
}

interface UnknownCheckDependencies {
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
}

/** Returns the error for a name that no check of the project has. */
export function unknownCheck(
  project: ProjectId,
  name: string,
  field: string,
  { checks, asynchronousChecks }: UnknownCheckDependencies,
) {
  const meant = nearest(name, [...checks.keys(), ...asynchronousChecks.names(project)]);
  const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
  return refusal("invalid-request", `there is no check named ${name}${hint}`, field);
}

/** Refuses checks that the caller evaluates where it calls the model; `why` explains what to do instead. */
export function refuseLocalChecks(requested: readonly RequestedCheck[], why: string): void {
  const index = requested.findIndex(({ local }) => local !== undefined);
  if (index === -1) return;
  const detail = `${requested[index]?.check} is run where the model is called, and ${why}`;
  throw refusal("invalid-request", detail, `checks.${index}`);
}
