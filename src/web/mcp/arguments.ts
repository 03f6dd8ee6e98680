import { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json/json.ts";
import { nearest } from "../../platform/nearest.ts";
import type { Route } from "../../server/index.ts";
import { refusal } from "../../server/service.ts";
import { textOf } from "./shown.ts";
import type { Tool } from "./tool.ts";

/** A request to a route. */
export interface Request {
  readonly path: string;
  readonly query: JsonObject;
  readonly body?: JsonObject;
}

/** A tool with its route. */
export interface Bound {
  readonly tool: Tool;
  readonly route: Route;
  /** The route's field of each argument. */
  readonly fields: ReadonlyMap<string, string>;
  /** JSON Schema of the arguments, derived from the route's schemas. */
  readonly inputSchema: JsonObject & { readonly type: "object" };
}

export function bind(tool: Tool, routes: readonly Route[]): Bound {
  const route = routes.find(({ method, path }) => `${method} ${path}` === tool.route);
  if (!route) throw new Failure("defect", `the tool ${tool.name} refers to ${tool.route}, which isn't a route`);
  const nameOf = new Map(Object.entries(tool.called ?? {}).map(([name, field]) => [field, name]));
  const fields = new Map(tool.takes.map((field) => [nameOf.get(field) ?? field, field]));
  const whole = schemaOf(route);
  const unknown = tool.takes.filter((field) => !(field in whole.properties));
  if (unknown.length > 0)
    throw new Failure("defect", `the tool ${tool.name} takes ${unknown.join()}, which ${tool.route} has not`);
  const properties = Object.fromEntries(
    [...fields].map(([name, field]) => [name, tool.schemas?.[field] ?? whole.properties[field] ?? {}]),
  );
  const definitions = usedIn(properties, whole.definitions);
  const required = [...fields].flatMap(([name, field]) => (whole.required.includes(field) ? [name] : []));
  return {
    tool,
    route,
    fields,
    inputSchema: {
      type: "object",
      properties: { ...properties, ...pagingSchema(tool) },
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
      ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
    },
  };
}

/** Puts each argument into the path, the query or the body. Throws Failure("caller") for an unknown argument. */
export function requestOf({ tool, route, fields }: Bound, given: JsonObject): Request {
  const known = [...fields.keys(), ...Object.keys(pagingSchema(tool))];
  const own: [string, JsonValue][] = Object.entries(tool.always ?? {});
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) throw unknownArgument(name, known);
    const field = fields.get(name);
    if (field !== undefined && value !== null) own.push([field, value]);
  }
  const isIn = (shape: object | undefined) => own.filter(([field]) => shape !== undefined && field in shape);
  const inPath = new Map(isIn(route.params));
  const path = route.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = inPath.get(field);
    if (typeof value !== "string" && typeof value !== "number") {
      throw refusal("invalid-request", "must be given as a text", nameOfField(fields, field));
    }
    return encodeURIComponent(value);
  });
  const query = isIn(route.query);
  const body = own.filter((pair) => !isIn(route.params).includes(pair) && !query.includes(pair));
  return {
    path,
    query: Object.fromEntries(query),
    ...(route.body ? { body: Object.fromEntries(body) } : {}),
  };
}

/** Returns limits of a page; undefined for tools without pages, and for those whose pages are parts of a text. */
export function pageLimits({ paging }: Tool): { readonly usual: number; readonly most: number } | undefined {
  switch (paging?.kind) {
    case "cursor":
      return { usual: 20, most: 100 };
    case "window":
    case "slice":
      return { usual: 100, most: 500 };
    case "stretch":
    case undefined:
      return undefined;
    default:
      return unreachable(paging);
  }
}

function pagingSchema(tool: Tool): JsonObject {
  if (!tool.paging) return {};
  const limits = pageLimits(tool);
  return {
    ...(limits ? { limit: { type: "integer", minimum: 1, maximum: limits.most, default: limits.usual } } : {}),
    cursor: { type: "string", description: "From the answer before, for what follows it" },
  };
}

function schemaOf({ params, query, body }: Route) {
  const requestSchema = jsonSchemaOf(z.strictObject({ ...params, ...query }));
  const written = body ? jsonSchemaOf(body) : {};
  const objects = (key: string) => ({ ...objectAt(requestSchema, key), ...objectAt(written, key) });
  return {
    properties: objects("properties"),
    definitions: objects("$defs"),
    required: [requestSchema["required"], written["required"]].flat(),
  };
}

/** Returns the definitions that the schemas refer to, directly or through others: every session reads the tool list. */
function usedIn(schemas: JsonObject, definitions: JsonObject): JsonObject {
  const used = new Map<string, JsonValue>();
  const waiting: JsonValue[] = [schemas];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ""] of JSON.stringify(next).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const definition = definitions[name];
      if (used.has(name) || definition === undefined) continue;
      used.set(name, definition);
      waiting.push(definition);
    }
  }
  return Object.fromEntries(used);
}

/** Inlines a named schema, which would otherwise be a reference to itself. */
function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const { $ref, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as unknown as JsonObject;
  const { [textOf($ref).replace("#/$defs/", "")]: itself, ...others } = objectAt(rest, "$defs");
  return isJsonObject(itself) ? { ...itself, $defs: others } : rest;
}

const objectAt = (schema: JsonObject, key: string): JsonObject => {
  const found = schema[key];
  return isJsonObject(found) ? found : {};
};

const nameOfField = (fields: ReadonlyMap<string, string>, field: string) =>
  [...fields].find(([, each]) => each === field)?.[0] ?? field;

function unknownArgument(name: string, known: readonly string[]) {
  const meant = nearest(name, known);
  const hint = meant === undefined ? `it takes ${known.join(", ") || "none"}` : `did you mean ${meant}?`;
  return refusal("invalid-request", `unknown argument: ${hint}`, name);
}
