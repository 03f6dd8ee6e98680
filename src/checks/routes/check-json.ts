import { z } from "zod";
import { isoTime } from "../../server/service.ts";
import type { CheckDescription } from "../check.ts";
import { type CheckVersion, type CustomCheck, describeCustom } from "../custom/custom-check.ts";

/** Returns a library check, code or judge, as JSON: its description and the schema of its options. */
export function checkJson(check: CheckDescription & { readonly options: z.ZodType; readonly pack?: string }) {
  const { name, version, kind, title, description, category, costClass, judges, output, targets } = check;
  const { needs, mode, severity, finds, tier, source, options } = check;
  const optionsSchema = schemaOf(options);
  const what = { name, version, kind, title, description, category, costClass, judges, output, targets };
  const pack = check.pack === undefined ? {} : { pack: check.pack };
  return { ...what, ...pack, needs, mode, severity, finds, tier, source, optionsSchema };
}

const schemas = new WeakMap<z.ZodType, z.core.JSONSchema.BaseSchema>();

/** Cached: generating hundreds of schemas dominates the cost of listing checks. */
function schemaOf(options: z.ZodType) {
  const known = schemas.get(options) ?? z.toJSONSchema(options, { io: "input", unrepresentable: "any" });
  schemas.set(options, known);
  return known;
}

export function customCheckJson(check: CustomCheck) {
  const { number, tags, off, createdAt, updatedAt } = check;
  return {
    ...describeCustom(check),
    optionsSchema: { type: "object", properties: {}, additionalProperties: false },
    custom: {
      number,
      tags,
      ...(off ? { off: { reason: off.reason, at: isoTime(off.at) } } : {}),
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(updatedAt),
    },
  };
}

export const definitionJson = ({ body, output, judges, needs }: CheckVersion["definition"]) => ({
  body,
  output,
  judges,
  needs,
});

export function versionJson({ number, version, definition, createdAt, by }: CheckVersion) {
  return { number, version, definition: definitionJson(definition), createdAt: isoTime(createdAt), by };
}
