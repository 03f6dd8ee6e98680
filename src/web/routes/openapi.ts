import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { JsonObject, JsonValue } from "../../platform/json/json.ts";
import { isJsonObject } from "../../platform/json/json.ts";

export const openapiOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: "3.1.1",
    info: {
      title: "Gaffe",
      description: "Error tracking for LLM applications. Lists carry no payloads; every error is an RFC 9457 problem.",
      version: "1",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    components: { securitySchemes: { token: { type: "apiKey", in: "header", name: "api-key" } } },
  },
  transform: jsonSchemaTransform,
  transformObject: jsonSchemaTransformObject,
};

/**
 * Returns the API document: only referenced schemas, sorted, under their plain names, times without their
 * pattern.
 */
export function openapiOf(app: FastifyInstance): JsonObject {
  const document = withoutTimePatterns(JSON.parse(JSON.stringify(app.swagger())) as JsonObject);
  const components = objectAt(document, "components");
  const schemas = objectAt(components, "schemas");
  const used = new Set<string>();
  const visit = (value: JsonValue): void => {
    for (const name of referred(value)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? null);
    }
  };
  visit(document["paths"] ?? null);
  const sorted = Object.fromEntries([...used].toSorted().map((name) => [name, schemas[name] ?? {}]));
  return withPlainNames({ ...document, components: { ...components, schemas: sorted } }, used);
}

const prefix = "#/components/schemas/";

const referred = (value: JsonValue): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? "");

/**
 * Every schema is generated as `X` for responses and `XInput` for requests; one without a twin is renamed to
 * `X`.
 */
function withPlainNames(document: JsonObject, used: ReadonlySet<string>): JsonObject {
  const alone = [...used].filter((name) => name.endsWith("Input") && !used.has(name.slice(0, -5)));
  const renamed = alone.reduce((text, name) => {
    const plain = name.slice(0, -5);
    return text.replaceAll(`"${prefix}${name}"`, `"${prefix}${plain}"`).replaceAll(`"${name}":`, `"${plain}":`);
  }, JSON.stringify(document));
  return JSON.parse(renamed) as JsonObject;
}

/** The format is sufficient; zod's pattern is 200 characters for leap years. */
function withoutTimePatterns(document: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(document, (_, value: JsonValue) => {
      if (!isJsonObject(value) || value["format"] !== "date-time") return value;
      const { pattern: __, ...rest } = value;
      return rest;
    }),
  ) as JsonObject;
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}
