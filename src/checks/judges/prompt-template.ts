import { atPath, type JsonValue } from "../../platform/json/json.ts";

/** What names in a template stand for. */
export type TemplateValues = Readonly<Record<string, JsonValue>>;

/** `{name}` or `{name.path.0.to}`; `{{name}}` is the literal text `{name}`. Other braces, as of JSON, stay as they are. */
const place = /\{\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}\}|\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}/g;

/**
 * The text with every known name replaced once: what a value holds is never looked at again. A value that is no text
 * goes in as JSON; a path that leads nowhere, as nothing.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replaceAll(place, (whole, literal: string | undefined, path: string | undefined) => {
    if (literal !== undefined) return `{${literal}}`;
    const found = path === undefined ? undefined : valueAt(path, values);
    if (found === undefined) return whole;
    return found === null ? "" : textOf(found);
  });
}

/** A JSON value with its texts filled; a text that is one name alone becomes the value that the name stands for. */
export function fillJson(template: JsonValue, values: TemplateValues): JsonValue {
  if (typeof template === "string") {
    const sole = /^\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}$/.exec(template)?.[1];
    const found = sole === undefined ? undefined : valueAt(sole, values);
    return found === undefined ? fillTemplate(template, values) : found;
  }
  if (Array.isArray(template)) return (template as readonly JsonValue[]).map((each) => fillJson(each, values));
  if (typeof template !== "object" || template === null) return template;
  const members = Object.entries(template).map(([key, value]) => [key, fillJson(value, values)] as const);
  return Object.fromEntries(members);
}

/** Names that a template uses, without their paths. */
export function namesIn(template: string): readonly string[] {
  return [...template.matchAll(place)].flatMap(([, , path]) => path?.split(".")[0] ?? []);
}

/** Undefined: not a name that is known here. Null: a known one whose path leads nowhere. */
function valueAt(path: string, values: TemplateValues): JsonValue | undefined {
  const [name = "", ...rest] = path.split(".");
  if (!Object.hasOwn(values, name)) return undefined;
  const value = values[name] ?? null;
  return rest.length === 0 ? value : (atPath(value, rest.join(".")) ?? null);
}

export const textOf = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));
