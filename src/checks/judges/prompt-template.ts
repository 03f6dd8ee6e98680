import { atPath, type JsonValue } from "../../platform/json/json.ts";

/** Values of the names in a template. */
export type TemplateValues = Readonly<Record<string, JsonValue>>;

/**
 * Matches `{name}` and `{name.path.0.to}`; `{{name}}` is the literal text `{name}`. Other braces, as of JSON,
 * do not match.
 */
const placeholder = /\{\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}\}|\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}/g;

/**
 * Replaces every known name once; inserted values are not expanded again. Values other than text are inserted
 * as JSON, a path that leads nowhere as nothing.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replaceAll(placeholder, (whole, literal: string | undefined, path: string | undefined) => {
    if (literal !== undefined) return `{${literal}}`;
    const found = path === undefined ? undefined : valueAt(path, values);
    if (found === undefined) return whole;
    return found === null ? "" : textOf(found);
  });
}

/** Fills the texts of a JSON value; a text that is a single name becomes the value of that name. */
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

/** Returns the names in a template, without their paths. */
export function namesIn(template: string): readonly string[] {
  return [...template.matchAll(placeholder)].flatMap(([, , path]) => path?.split(".")[0] ?? []);
}

/** Returns undefined for an unknown name and null for a known name whose path leads nowhere. */
function valueAt(path: string, values: TemplateValues): JsonValue | undefined {
  const [name = "", ...rest] = path.split(".");
  if (!Object.hasOwn(values, name)) return undefined;
  const value = values[name] ?? null;
  return rest.length === 0 ? value : (atPath(value, rest.join(".")) ?? null);
}

export const textOf = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));
