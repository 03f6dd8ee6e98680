import { compileSchema, type Draft, draft07, draft2020, extendDraft, type Keyword } from "json-schema-library";
import { remotes } from "json-schema-library/remotes";
import { isJsonObject, type JsonObject, type JsonValue, member } from "./json.ts";
import { linearPattern } from "./json-schema-pattern.ts";

/**
 * Returns whether a schema uses a feature that the compiling validator gets wrong: `unevaluated…`, dynamic
 * references, resources inside resources or elsewhere, a member called __proto__, an empty choice, and in draft 7
 * siblings of a `$ref`.
 */
export function requiresExactness(schema: JsonValue): boolean {
  const isOld = isDraft07(schema);
  const requires = (part: JsonValue, isRoot: boolean): boolean => {
    if (Array.isArray(part)) return part.some((each: JsonValue) => requires(each, false));
    if (!isJsonObject(part)) return false;
    return (
      Object.keys(part).some((key) => exactKeywords.has(key)) ||
      ("$id" in part && !isRoot) ||
      ("$ref" in part && (isOld ? Object.keys(part).length > 1 : !isLocal(part["$ref"]))) ||
      (Array.isArray(part["enum"]) && part["enum"].length === 0) ||
      Object.values(part).some((each) => requires(each, false))
    );
  };
  return requires(schema, true);
}

const isLocal = (reference: JsonValue | undefined) => typeof reference === "string" && reference.startsWith("#");
const exactKeywords = new Set([
  "unevaluatedItems",
  "unevaluatedProperties",
  "$dynamicRef",
  "$dynamicAnchor",
  "$vocabulary",
  "__proto__",
]);

/**
 * Creates a validator that interprets the schema: exact, and slower than a compiled one. It returns the problems of
 * a value, one line per problem with its path, and throws if a reference cannot be resolved.
 */
export function exactValidator(schema: JsonObject, formats: boolean): (value: JsonValue) => readonly string[] {
  const node = compileSchema(schema, {
    drafts: [isDraft07(schema) ? drafts.old : drafts.current],
    formatAssertion: formats,
    throwOnInvalidRef: true,
    ...(/"\$(?:ref|dynamicRef|schema)":"https?:\/\/json-schema\.org\//.test(JSON.stringify({ ...schema, $schema: "" }))
      ? { remote: (metaSchemas ??= loadMetaSchemas()) }
      : {}),
  });
  return (value) =>
    node
      .validate(value)
      .errors.map(({ message, data }) => `${data.pointer.replace(/^#/, "") || "arguments"} ${message}`);
}

let metaSchemas: Compiled | undefined;
type Compiled = ReturnType<typeof compileSchema>;

function loadMetaSchemas(): Compiled {
  const [first, ...others] = remotes.filter((schema) => schema["$id"] !== undefined);
  const all = compileSchema(first ?? {});
  for (const each of others) all.addRemoteSchema(`${each["$id"]}`, each);
  return all;
}

const drafts = { old: withLinearPatterns(draft07), current: withLinearPatterns(draft2020) };

/** Returns the draft with its patterns run by RE2: the validator's own engine would backtrack. */
function withLinearPatterns(draft: Draft): Draft {
  const wrapped = draft.keywords.flatMap((keyword): readonly Keyword[] => {
    if (keyword.keyword !== "pattern" && keyword.keyword !== "patternProperties") return [];
    return [
      {
        ...keyword,
        parse: (node) => {
          const problems = keyword.parse?.(node);
          const { pattern } = node.schema;
          if (keyword.keyword === "pattern" && typeof pattern === "string")
            node.pattern = linearPattern(pattern) as RegExp;
          for (const each of node.patternProperties ?? []) each.pattern = linearPattern(each.name) as RegExp;
          return problems;
        },
      },
    ];
  });
  return extendDraft(draft, { keywords: wrapped });
}

function isDraft07(schema: JsonValue): boolean {
  const dialect = member(schema, "$schema");
  return typeof dialect === "string" && dialect.includes("draft-07");
}
