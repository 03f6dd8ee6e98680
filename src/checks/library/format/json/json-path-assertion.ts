import { type JsonValue, member, parseJson } from "../../../../platform/json/json.ts";
import { jsonEqual } from "../../../../platform/json/json-equal.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { runParser } from "../../output-security/syntax/parser.ts";
import { unfenced } from "../answer-json.ts";
import { expression } from "../shared-properties.ts";

export const jsonPathAssertion = defineCheck({
  ...expression,
  name: "json_path_assertion",
  title: "Value at a JSON path",
  description:
    "A JSONata expression on the answer's JSON returns a truthy value or, where the option or `value` of the expected result sets one, an equal value.",
  severity: "major",
  needs: ["config"],
  source: "JSONata 2; promptfoo; OpenAI graders",
  options: z.strictObject({ expression: z.string().min(1).max(2000).optional(), expected: z.json().optional() }),
  evaluate: (subject, { expression, expected }) => {
    if (expression === undefined) return skipped("no expression is configured");
    const output = subject.text("output");
    const text = output.json.ok ? output.text : unfenced(output);
    if (!parseJson(text.trim()).ok) return property(false, "the answer is not JSON");
    const { problems, result = "undefined" } = runParser({ task: "jsonata", expression, json: text });
    if (problems[0] !== undefined) return property(false, problems[0]);
    const read = parseJson(result);
    const value = read.ok ? read.value : undefined;
    const wanted: JsonValue | undefined = expected ?? member(subject.expected, "value");
    const holds =
      wanted === undefined
        ? isTruthy(value)
        : value !== undefined && jsonEqual(value, wanted, { ignoreOrder: false, numericTolerance: 0 });
    return property(holds, `gives ${result.slice(0, 120)}`);
  },
});

/**
 * Implements JSONata's $boolean: nothing, null, false, 0, "", [] and {} are false, and so is a list of only
 * such values.
 */
function isTruthy(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(isTruthy);
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
