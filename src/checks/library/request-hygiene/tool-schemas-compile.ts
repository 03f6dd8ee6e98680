import { messageOf } from "../../../platform/failure.ts";
import { type JsonValue, member } from "../../../platform/json/json.ts";
import { schemaProblems } from "../../../platform/json/json-schema.ts";
import { defineCheck, property, z } from "../definition.ts";
import { requestContract } from "./shared-properties.ts";

export const toolSchemasCompile = defineCheck({
  ...requestContract,
  name: "tool_schemas_compile",
  title: "Tool schemas are valid",
  description:
    "Every declared tool has a unique name of at most 64 letters, digits, hyphens and underscores, and parameters that are a JSON Schema of an object.",
  severity: "major",
  costClass: "medium",
  targets: ["tools"],
  needs: ["tools"],
  mode: "on prompt or tool change",
  source: "OpenAI tool contract; JSON Schema 2020-12",
  options: z.strictObject({}),
  evaluate: ({ datapoint: { tools } }) => {
    const seen = new Set<string>();
    const problems = tools.flatMap(({ name, parameters }) => {
      const isTwice = seen.size === seen.add(name).size;
      return [
        ...(/^[\w-]{1,64}$/.test(name) ? [] : [`“${name.slice(0, 70)}” isn't a valid name`]),
        ...(isTwice ? [`${name} is declared twice`] : []),
        ...(parameters === undefined ? [] : problemsOf(name, parameters)),
      ];
    });
    return property(
      problems.length === 0,
      problems.length === 0 ? `${tools.length} tools are valid` : problems.slice(0, 5).join("; "),
    );
  },
});

/** Compiles each schema once and caches the result by digest. */
function problemsOf(name: string, parameters: JsonValue): readonly string[] {
  const type = member(parameters, "type");
  if (type !== "object")
    return [`${name}: the parameters are of type ${typeof type === "string" ? type : "none"}, not object`];
  try {
    schemaProblems(parameters, {}, { formats: true, coerce_types: false, strict_additional: false });
    return [];
  } catch (thrown) {
    return [`${name}: ${messageOf(thrown).slice(0, 160)}`];
  }
}
