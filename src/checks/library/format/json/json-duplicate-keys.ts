import { parseJson } from "../../../../platform/json/json.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { jsonShape } from "../shared-properties.ts";

export const jsonDuplicateKeys = defineCheck({
  ...jsonShape,
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
