import { z } from "zod";
import { atPath, isJsonObject, type JsonValue, parseJson } from "../../../platform/json/json.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue } from "../../check.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";
import { unfenced } from "./answer-json.ts";
import { format } from "./format.ts";

const common = { ...format, severity: "minor", tier: 2 } as const;

export const jsonDuplicateKeys = defineCheck({
  ...common,
  name: "json_duplicate_keys",
  title: "Duplicate JSON keys",
  description: "The same key occurs twice in one object of the answer's JSON: parsers silently keep one of the values.",
  output: passesWhenFalse,
  source: "JSONTestSuite; RFC 8259 §4",
  options: z.strictObject({}),
  evaluate: (subject) => {
    const text = unfenced(subject.text("output"));
    if (!parseJson(text).ok) return skipped("the answer isn't JSON");
    const twice = duplicateKey(text);
    return defect(twice !== undefined, twice === undefined ? "every key occurs once" : `${twice} occurs twice`);
  },
});

/** Returns the first duplicate key in an object of valid JSON. */
function duplicateKey(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, 1: colon } of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return JSON.stringify(key);
      keys?.add(key);
    }
  }
  return undefined;
}

export const jsonUnexpectedKeys = defineCheck({
  ...common,
  name: "json_unexpected_keys",
  title: "No extra keys",
  description: "The object that the answer is (with `deep` any object in it) has a key that is not `allowed`.",
  needs: ["config"],
  output: passesWhenFalse,
  source: "Guardrails; OpenAI strict mode",
  options: z.strictObject({ allowed: z.array(z.string()).default([]), deep: z.boolean().default(false) }),
  evaluate: (subject, { allowed, deep }) => {
    if (allowed.length === 0) return skipped("its option allowed is not set");
    const parsed = parseJson(unfenced(subject.text("output")));
    if (!parsed.ok || !isJsonObject(parsed.value)) return skipped("the answer isn't a JSON object");
    const known = new Set(allowed);
    const extra = keysIn(parsed.value, deep).filter((key) => !known.has(key));
    return defect(
      extra.length > 0,
      extra.length === 0 ? "no extra key" : `extra: ${[...new Set(extra)].slice(0, 5).join(", ")}`,
    );
  },
});

function keysIn(value: JsonValue, deep: boolean): readonly string[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((one) => keysIn(one, deep));
  if (!isJsonObject(value)) return [];
  const inner = deep ? Object.values(value).flatMap((one) => keysIn(one, deep)) : [];
  return [...Object.keys(value), ...inner];
}

export const jsonArrayLength = defineCheck({
  ...common,
  name: "json_array_length",
  title: "JSON array length in range",
  description:
    "The array that is the answer or is at `path` in it has `min` to `max` items, with `unique` all different.",
  output: passesWhenTrue,
  source: "JSON Schema minItems, maxItems, uniqueItems; Guardrails ValidLength",
  options: z.strictObject({
    path: z.string().optional(),
    min: z.int().nonnegative().default(1),
    max: z.int().nonnegative().optional(),
    unique: z.boolean().default(false),
  }),
  evaluate: (subject, { path, min, max = Infinity, unique }) => {
    const parsed = parseJson(unfenced(subject.text("output")));
    if (!parsed.ok) return property(false, "the answer isn't JSON");
    const found = path === undefined ? parsed.value : atPath(parsed.value, path);
    if (!Array.isArray(found)) return property(false, "there is no array");
    if (found.length < min || found.length > max) return property(false, `${found.length} items`);
    const kinds = new Set(found.map((one) => JSON.stringify(one)));
    return property(!unique || kinds.size === found.length, `${found.length} items, ${kinds.size} of them different`);
  },
});

export const isJsonLines = defineCheck({
  ...common,
  name: "is_json_lines",
  costClass: "medium",
  title: "Valid JSON Lines",
  description:
    "Every line of the answer that is not blank is JSON, `min_lines` at least; with `same_keys` all objects have the same keys.",
  output: passesWhenTrue,
  source: "jsonlines.org; batch APIs",
  options: z.strictObject({ same_keys: z.boolean().default(false), min_lines: z.int().positive().default(1) }),
  evaluate: (subject, { same_keys: same, min_lines: least }) => {
    const lines = unfenced(subject.text("output"))
      .split("\n")
      .filter((line) => line.trim() !== "");
    if (lines.length < least) return property(false, `${lines.length} lines`);
    const parsed = lines.map((line) => parseJson(line));
    const wrong = parsed.findIndex(({ ok }) => !ok);
    if (wrong >= 0) return property(false, `line ${wrong + 1} isn't JSON`);
    const kinds = new Set(
      parsed.map((one) => (one.ok && isJsonObject(one.value) ? Object.keys(one.value).toSorted().join("\n") : "")),
    );
    return property(!same || kinds.size === 1, `${lines.length} lines, ${kinds.size} sets of keys`);
  },
});
