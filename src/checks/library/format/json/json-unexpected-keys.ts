import { isJsonObject, type JsonValue, parseJson } from "../../../../platform/json/json.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { jsonShape } from "../shared-properties.ts";

export const jsonUnexpectedKeys = defineCheck({
  ...jsonShape,
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
