import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { RE2JS } from "re2js";
import { digest } from "./digest.ts";
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, member } from "./json.ts";

export interface SchemaOptions {
  readonly formats: boolean;
  readonly coerce_types: boolean;
  /** Properties that the schema does not name are refused, even where it allows them. */
  readonly strict_additional: boolean;
}

/** What is wrong with a value, one line per problem with its path; throws where the schema itself is not one. */
export function schemaProblems(schema: JsonValue, value: JsonValue, options: SchemaOptions): readonly string[] {
  const validate = validatorOf(schema, options);
  // Coercion writes into what it validates.
  if (validate(options.coerce_types ? structuredClone(value) : value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "arguments"} ${message ?? ""}`);
}

/** Compiling takes milliseconds: a schema is compiled once, found by identity, else by its digest. */
const byIdentity = new WeakMap<object, Map<string, ValidateFunction>>();
const byDigest = new Map<string, ValidateFunction>();
const rememberAtMost = 500;

function validatorOf(schema: JsonValue, options: SchemaOptions): ValidateFunction {
  const mode = `${options.formats} ${options.coerce_types} ${options.strict_additional}`;
  if (typeof schema !== "object" || schema === null) return compiled(schema, options, mode);
  const known = byIdentity.get(schema)?.get(mode);
  if (known) return known;
  const validate = compiled(schema, options, mode);
  const ofSchema = byIdentity.get(schema) ?? new Map<string, ValidateFunction>();
  byIdentity.set(schema, ofSchema.set(mode, validate));
  return validate;
}

function compiled(schema: JsonValue, options: SchemaOptions, mode: string): ValidateFunction {
  const key = digest(canonicalJson(schema), mode);
  const known = byDigest.get(key);
  if (known) return known;
  const made = ajvOf(schema, options).compile(
    (options.strict_additional ? closed(schema) : schema) as boolean | Record<string, unknown>,
  );
  if (byDigest.size >= rememberAtMost) byDigest.clear();
  byDigest.set(key, made);
  return made;
}

/** A new instance per schema: instances keep every schema they ever saw, and two schemas may share an `$id`. */
function ajvOf(schema: JsonValue, options: SchemaOptions): Ajv {
  const dialect = member(schema, "$schema");
  const Dialect = typeof dialect === "string" && dialect.includes("draft-07") ? Ajv : Ajv2020;
  const ajv = new Dialect({
    strict: false,
    allErrors: true,
    // A key such as `constructor` is there only where the object itself has it.
    ownProperties: true,
    logger: false,
    validateFormats: options.formats,
    coerceTypes: options.coerce_types,
    code: { regExp: linearPattern },
  });
  if (options.formats) ajvFormats.default(ajv);
  return ajv;
}

/**
 * Patterns come from outside, so they run in linear time. What RE2 cannot express (look-around, back references) is
 * not asserted.
 */
const linearPattern = Object.assign(
  (pattern: string) => {
    const matcher = compiledPattern(pattern);
    return {
      test: (text: string) => matcher === undefined || matcher.matcher(text).find(),
      // By this name the validator tells the patterns of a schema apart.
      toString: () => `/${pattern}/u`,
    };
  },
  { code: "linearPattern" },
);

function compiledPattern(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}

/** The schema with every object closed that names its properties and does not say otherwise. */
function closed(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map((each: JsonValue) => closed(each));
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([key, value]): [string, JsonValue] => [key, closed(value)]);
  const copy: JsonObject = Object.fromEntries(members);
  const closes = isJsonObject(member(copy, "properties")) && member(copy, "additionalProperties") !== false;
  return closes ? { ...copy, additionalProperties: false } : copy;
}
