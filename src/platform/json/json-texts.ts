import { isJsonObject, type JsonValue } from "./json.ts";

/** Returns every text in a value, in the order in which `withTexts` replaces them. Keys are not included. */
export function textsOf(value: JsonValue): readonly string[] {
  const texts: string[] = [];
  withTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The value with each of its texts replaced. An own key `__proto__` stays an own key. */
export function withTexts(value: JsonValue, replace: (text: string) => string): JsonValue {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => withTexts(each, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTexts(each, replace)]));
}
