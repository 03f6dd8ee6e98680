import { z } from "zod";
import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { atPath, type JsonValue, member, type ParsedJson, parseJson } from "../../../platform/json/json.ts";
import { schemaProblems } from "../../../platform/json/json-schema.ts";
import { defineCheck } from "../../check.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";
import { defectRule, format, propertyRule } from "./format.ts";

export const isJson = defineCheck({
  ...format,
  name: "is_json",
  title: "Valid JSON",
  description: "The whole answer is JSON; by default an object or an array, not a lone value.",
  severity: "major",
  output: propertyRule,
  source: "Okareo is_json; promptfoo is-json; RFC 8259",
  options: z.strictObject({ allow_scalar: z.boolean().default(false), strip_fence: z.boolean().default(false) }),
  evaluate: (subject, options) => {
    const read = readJson(subject.text("output"), options.strip_fence);
    if (!read.ok) return property(false, `not JSON: ${read.message}`);
    const isScalar = typeof read.value !== "object" || read.value === null;
    if (isScalar && !options.allow_scalar) return property(false, "a lone value, neither object nor array");
    return property(true, "the answer is JSON");
  },
});

export const containsJson = defineCheck({
  ...format,
  name: "contains_json",
  version: 3,
  title: "Contains JSON",
  description: "The answer contains an object or array that parses, and validates where a schema is given.",
  severity: "minor",
  output: propertyRule,
  source: "promptfoo contains-json",
  options: z.strictObject({ schema: z.json().default(null) }),
  evaluate: (subject, { schema }) => {
    const output = subject.text("output");
    for (const region of jsonRegions(output.text)) {
      if (schema !== null && schemaProblems(schema, region.value, schemaOptions).length > 0) continue;
      return property(true, "holds JSON", [output.evidence(region.start, region.end)]);
    }
    return property(false, "holds no JSON that fits");
  },
});

export const jsonSchemaMatch = defineCheck({
  ...format,
  name: "json_schema_match",
  version: 3,
  title: "JSON matches a schema",
  description:
    "The answer parses and validates against the given schema or, where none is given, the schema of the request's response format.",
  severity: "critical",
  needs: ["config"],
  output: propertyRule,
  source: "DeepEval JsonCorrectness; OpenAI structured outputs",
  options: z.strictObject({ schema: z.json().default(null), strip_fence: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    const schema = options.schema ?? requestedSchema(subject.datapoint.params.responseFormat);
    if (schema === undefined || schema === null) return skipped("no schema is given, by the check or by the request");
    const read = readJson(subject.text("output"), options.strip_fence);
    if (!read.ok) return property(false, `not JSON: ${read.message}`);
    const problems = schemaProblems(schema, read.value, schemaOptions);
    return property(
      problems.length === 0,
      problems.length === 0 ? "the schema is satisfied" : problems.slice(0, 5).join("; "),
    );
  },
});

export const jsonWithoutWrapping = defineCheck({
  ...format,
  name: "json_without_wrapping",
  title: "JSON only, no prose or fence",
  description: "The answer would be JSON if the code fence or the prose around it were taken away.",
  severity: "minor",
  output: defectRule,
  source: "common structured-output failure",
  options: z.strictObject({}),
  evaluate: (subject) => {
    const output = subject.text("output");
    if (output.json.ok) return defect(false, "the answer itself is JSON");
    if (readJson(output, true).ok) return defect(true, "the JSON is inside a code fence");
    const [region] = jsonRegions(output.text);
    if (!region || (region.end - region.start) * 3 < output.trimmed.length)
      return defect(false, "the answer is not wrapped JSON");
    return defect(true, "there is text around the JSON", [output.evidence(region.start, region.end)]);
  },
});

export const jsonRequiredKeys = defineCheck({
  ...format,
  name: "json_required_keys",
  title: "Required keys present and filled",
  description: "Each dotted path exists in the JSON of the answer and is neither null nor, by default, empty.",
  severity: "major",
  needs: ["config"],
  output: propertyRule,
  source: "Guardrails; Opik",
  options: z.strictObject({ required: z.array(z.string()).default([]), allow_empty: z.boolean().default(false) }),
  evaluate: (subject, options) => {
    if (options.required.length === 0) return skipped("no keys are configured");
    const read = readJson(subject.text("output"), true);
    if (!read.ok) return property(false, `not JSON: ${read.message}`);
    const missing = options.required.filter((path) => {
      const value = atPath(read.value, path);
      return value === undefined || value === null || (!options.allow_empty && isEmpty(value));
    });
    return property(
      missing.length === 0,
      missing.length === 0 ? "all keys are filled" : `missing or empty: ${missing.join(", ")}`,
    );
  },
});

const schemaOptions = { formats: true, coerce_types: false, strict_additional: false } as const;

/** Parses the answer as JSON, or the content of the single fence that encloses it. */
function readJson(output: PreparedText, stripFence: boolean): ParsedJson {
  if (output.json.ok || !stripFence) return output.json;
  const fenced = /^(?:```|~~~)[^\n]*\n([\s\S]*?)\n?(?:```|~~~)$/.exec(output.trimmed)?.[1];
  return fenced === undefined ? output.json : parseJson(fenced);
}

/** Reads OpenAI's `{type: "json_schema", json_schema: {schema}}`, its Responses form, or Gemini's bare schema. */
function requestedSchema(responseFormat: JsonValue | undefined): JsonValue | undefined {
  return member(member(responseFormat, "json_schema"), "schema") ?? member(responseFormat, "schema");
}

interface Region {
  readonly start: number;
  readonly end: number;
  readonly value: JsonValue;
}

/** Returns balanced regions that parse, outermost first, from at most 20 openers. */
function jsonRegions(text: string): readonly Region[] {
  const regions: Region[] = [];
  let attempts = 0;
  const opener = /[{[]/g;
  for (let match = opener.exec(text); match && attempts < 20; match = opener.exec(text), attempts++) {
    const end = closingOf(text, match.index);
    const read = end === undefined ? undefined : parseJson(text.slice(match.index, end));
    if (end === undefined || !read?.ok) continue;
    regions.push({ start: match.index, end, value: read.value });
    opener.lastIndex = end;
  }
  return regions;
}

/** Returns the position after the bracket that closes the one at `start`, skipping strings. */
function closingOf(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "\\" && inString) at++;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}

function isEmpty(value: JsonValue): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
