import type { Json } from "../../platform/json/json.ts";
import { type JsonValue, member, parseJson } from "../../platform/json/json.ts";

/** Parses calls from a list in the prediction's format or OpenAI's. */
export function callsIn(list: JsonValue | undefined): readonly { readonly name: string; readonly parameters: Json }[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly JsonValue[]).flatMap((call) => {
    const inner = member(call, "function") ?? call;
    const name = member(inner, "name");
    if (typeof name !== "string") return [];
    const given = member(inner, "parameters") ?? member(inner, "arguments") ?? {};
    const parsed = typeof given === "string" ? parseJson(given) : undefined;
    return [{ name, parameters: parsed?.ok === true ? parsed.value : given }];
  });
}
