import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { JsonObject, JsonValue } from "../lib/json.ts";
import { isJsonObject } from "../lib/json.ts";

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

/** The API's document, without the schemas that nothing refers to. */
export function openapiOf(app: FastifyInstance): JsonObject {
  const document = JSON.parse(JSON.stringify(app.swagger())) as JsonObject;
  const components = isJsonObject(document["components"]) ? document["components"] : {};
  const schemas = isJsonObject(components["schemas"]) ? components["schemas"] : {};
  const used = new Set<string>();
  const visit = (value: JsonValue): void => {
    for (const name of referred(value)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? null);
    }
  };
  visit(document["paths"] ?? null);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: kept } };
}

const referred = (value: JsonValue): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? "");
