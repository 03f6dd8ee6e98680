import { parse as parseYaml } from "yaml";
import { messageOf } from "../../../../platform/failure.ts";
import { atPath, isJsonObject, type JsonValue, member } from "../../../../platform/json/json.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { document } from "../shared-properties.ts";

export const isOpenapiValid = defineCheck({
  ...document,
  name: "is_openapi_valid",
  title: "Valid OpenAPI document",
  description:
    "The answer, its fence taken away, is JSON or YAML of OpenAPI 3.0 or 3.1: with a title, a version and paths, every local `$ref` resolves, and no operationId comes twice.",
  source: "OpenAPI 3.1",
  options: z.strictObject({ require_paths: z.boolean().default(true) }),
  evaluate: (subject, { require_paths: requires }) => {
    let document: JsonValue;
    try {
      document = (parseYaml(unfenced(subject.text("output")), { maxAliasCount: 100, logLevel: "error" }) ??
        null) as JsonValue;
    } catch (thrown) {
      return property(false, messageOf(thrown).split("\n")[0] ?? "");
    }
    const version = member(document, "openapi");
    if (typeof version !== "string" || !/^3\.[01]\.\d+$/.test(version))
      return property(false, "`openapi` is not 3.0.x or 3.1.x");
    const absent = ["info.title", "info.version", ...(requires ? ["paths"] : [])].filter(
      (path) => atPath(document, path) === undefined,
    );
    if (absent.length > 0) return property(false, `without ${absent.join(", ")}`);
    const { refs, operations } = namesIn(document);
    const dangling = refs.find((ref) => ref.startsWith("#") && resolve(document, ref) === undefined);
    if (dangling !== undefined) return property(false, `${dangling} leads nowhere`);
    const twice = operations.find((id, at) => operations.indexOf(id) !== at);
    return property(
      twice === undefined,
      twice === undefined ? `OpenAPI ${version}` : `the operationId ${twice} comes twice`,
    );
  },
});

function namesIn(document: JsonValue) {
  const [refs, operations]: [string[], string[]] = [[], []];
  const stack: JsonValue[] = [document];
  for (let value = stack.pop(), seen = 0; value !== undefined && seen < 100_000; value = stack.pop(), seen++) {
    if (Array.isArray(value)) stack.push(...(value as readonly JsonValue[]).slice(0, 1000));
    if (!isJsonObject(value)) continue;
    const [ref, id] = [value["$ref"], value["operationId"]];
    if (typeof ref === "string") refs.push(ref);
    if (typeof id === "string") operations.push(id);
    stack.push(...Object.values(value));
  }
  return { refs, operations };
}

function resolve(document: JsonValue, ref: string): JsonValue | undefined {
  let at: JsonValue | undefined = document;
  for (const key of ref.replace(/^#\/?/, "").split("/")) {
    if (key === "") continue;
    at = member(at, key.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return at;
}
