import { type JsonValue, member } from "../json/json.ts";

/**
 * Returns the value at a path such as `response.choices[0].text` or `response["a key"]`; `response` is the whole.
 * Undefined if the value does not exist or the path is invalid.
 */
export function atResponsePath(response: JsonValue | undefined, path: string): JsonValue | undefined {
  if (!path.startsWith("response")) return undefined;
  let at = response;
  let rest = path.slice("response".length);
  while (rest !== "") {
    const step = /^(?:\.([A-Za-z_$][\w$-]*)|\[(\d{1,6})\]|\["([^"\\]{1,200})"\])/.exec(rest);
    if (!step) return undefined;
    const [whole, name, index, quoted] = step;
    const key = name ?? quoted;
    at =
      key === undefined
        ? Array.isArray(at)
          ? (at as readonly JsonValue[])[Number(index)]
          : undefined
        : member(at, key);
    rest = rest.slice(whole.length);
  }
  return at;
}
