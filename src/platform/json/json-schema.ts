import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { LRUCache } from "lru-cache";
import { digest } from "../crypto/digest.ts";
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, member } from "./json.ts";
import { exactValidator, requiresExactness } from "./json-schema-exact.ts";
import { linearPattern } from "./json-schema-pattern.ts";

export interface SchemaOptions {
  readonly formats: boolean;
  readonly coerce_types: boolean;
  /** Properties that the schema does not list are rejected, even where it allows them. */
  readonly strict_additional: boolean;
}

/** Returns the problems of a value, one line per problem with its path; throws if the schema itself is invalid. */
export function schemaProblems(schema: JsonValue, value: JsonValue, options: SchemaOptions): readonly string[] {
  return validatorOf(schema, options)(value);
}

type Validate = (value: JsonValue) => readonly string[];

/** Compiling takes milliseconds: a compiled schema is cached by identity and by digest. */
const byIdentity = new WeakMap<object, Map<string, Validate>>();
const byDigest = new LRUCache<string, Validate>({ max: 500 });

function validatorOf(schema: JsonValue, options: SchemaOptions): Validate {
  const mode = `${options.formats} ${options.coerce_types} ${options.strict_additional}`;
  if (typeof schema !== "object" || schema === null) return compiled(schema, options, mode);
  const known = byIdentity.get(schema)?.get(mode);
  if (known) return known;
  const validate = compiled(schema, options, mode);
  const ofSchema = byIdentity.get(schema) ?? new Map<string, Validate>();
  byIdentity.set(schema, ofSchema.set(mode, validate));
  return validate;
}

function compiled(schema: JsonValue, options: SchemaOptions, mode: string): Validate {
  const key = digest(canonicalJson(schema), mode);
  const known = byDigest.get(key);
  if (known) return known;
  const wanted = options.strict_additional ? closed(schema) : schema;
  // Only the compiled validator coerces.
  const made =
    isJsonObject(wanted) && !options.coerce_types && requiresExactness(wanted)
      ? exactValidator(wanted, options.formats)
      : compiledValidator(wanted, options);
  byDigest.set(key, made);
  return made;
}

function compiledValidator(schema: JsonValue, options: SchemaOptions): Validate {
  const validate = ajvOf(schema, options).compile(schema as boolean | Record<string, unknown>);
  return (value) => {
    // Coercion writes into what it validates.
    if (validate(options.coerce_types ? structuredClone(value) : value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || "arguments"} ${message ?? ""}`,
    );
  };
}

/**
 * A new instance per schema: instances retain every schema they ever compiled, and two schemas may share an `$id`.
 */
function ajvOf(schema: JsonValue, options: SchemaOptions): Ajv {
  const dialect = member(schema, "$schema");
  const Dialect = typeof dialect === "string" && dialect.includes("draft-07") ? Ajv : Ajv2020;
  const ajv = new Dialect({
    strict: false,
    allErrors: true,
    // A key such as `constructor` counts only as an own property.
    ownProperties: true,
    logger: false,
    validateFormats: options.formats,
    coerceTypes: options.coerce_types,
    code: { regExp },
  });
  if (options.formats) ajvFormats.default(ajv);
  return ajv;
}

const regExp = Object.assign(
  // The validator distinguishes the patterns of a schema by this text.
  (pattern: string) => ({ ...linearPattern(pattern), toString: () => `/${pattern}/u` }),
  { code: "linearPattern" },
);

/** Returns the schema with every object closed that lists its properties and does not specify additional ones. */
function closed(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map((each: JsonValue) => closed(each));
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([key, value]): [string, JsonValue] => [key, closed(value)]);
  const copy: JsonObject = Object.fromEntries(members);
  const closes = isJsonObject(member(copy, "properties")) && member(copy, "additionalProperties") !== false;
  return closes ? { ...copy, additionalProperties: false } : copy;
}
