import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** The type of a value. Objects without a name are named after their position in the document. */
export type Shape =
  | { readonly kind: "text" | "number" | "integer" | "boolean" | "null" | "any" }
  | { readonly kind: "literals"; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: "list" | "record"; readonly of: Shape }
  | { readonly kind: "union"; readonly of: readonly Shape[] }
  | { readonly kind: "named"; readonly name: string };

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly doc?: string;
}

export interface NamedType {
  readonly name: string;
  readonly doc?: string;
  /** Requests and responses write optional fields differently. */
  readonly way: Way;
  readonly content: { readonly kind: "object"; readonly fields: readonly Field[] } | Shape;
}

export type Way = "asked" | "answered";

export interface Operation {
  readonly name: string;
  readonly path: readonly string[];
  readonly query: readonly Field[];
  readonly body?: Shape;
  readonly isBodyRequired: boolean;
  /** Absent: the response has no body. */
  readonly answer?: Shape;
}

export interface Shapes {
  /** In dependency order: a type follows the types that it uses. */
  readonly types: readonly NamedType[];
  readonly operations: readonly Operation[];
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const kinds = ["string", "number", "integer", "boolean", "null", "object", "array"] as const;

/** The part of JSON Schema that the document uses. Limits of a value's range do not affect its type. */
interface Schema {
  $ref?: string | undefined;
  type?: (typeof kinds)[number] | readonly (typeof kinds)[number][] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: readonly string[] | undefined;
  items?: boolean | Schema | undefined;
  additionalProperties?: boolean | Schema | undefined;
  anyOf?: readonly Schema[] | undefined;
  oneOf?: readonly Schema[] | undefined;
  enum?: readonly z.infer<typeof scalar>[] | undefined;
  const?: z.infer<typeof scalar> | undefined;
  description?: string | undefined;
  pattern?: string | undefined;
}
const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.enum(kinds), z.array(z.enum(kinds))]).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: z.union([z.boolean(), Schema]).optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    enum: z.array(scalar).optional(),
    const: scalar.optional(),
    description: z.string().optional(),
    pattern: z.string().optional(),
  }),
);

const Content = z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema })).optional() });
const Described = z.looseObject({
  parameters: z
    .array(z.looseObject({ in: z.string(), name: z.string(), required: z.boolean().optional(), schema: Schema }))
    .default([]),
  requestBody: Content.extend({ required: z.boolean().optional() }).optional(),
  responses: z.record(z.string(), Content),
});
/** Parses only what is used: other parts of the document may have other shapes. */
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const root = "/api/v1";

/** Returns the names of all operations, such as `GET /issues/{id}`. */
export function operationNames(document: unknown): readonly string[] {
  return Object.entries(Document.parse(document).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(root.length)}`),
  );
}

/**
 * Reads the named operations, every type that they need, and further response types by name. Throws if the
 * document lacks one.
 */
export function readShapes(
  document: unknown,
  wanted: readonly string[],
  { responses = [], isShared = true }: { readonly responses?: readonly string[]; readonly isShared?: boolean } = {},
): Shapes {
  const { paths, components } = Document.parse(document);
  const types = new Map<string, NamedType>();
  const sameAs = new Map<string, string>();
  const operations = wanted.map(operation);
  for (const name of responses) referred(name, "answered");
  return { operations, types: [...types.values()] };

  function operation(name: string): Operation {
    const [method = "", path = ""] = name.split(" ");
    const found = paths[`${root}${path}`]?.[method.toLowerCase()];
    if (!found) throw new Error(`the API has no ${name} any more`);
    const { parameters, requestBody, responses } = Described.parse(found);
    const title = pascal(`${method.toLowerCase()} ${path}`);
    const body = requestBody?.content?.["application/json"]?.schema;
    const [answer, ...others] = Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([, { content = {} }]) =>
        Object.values(content)
          .map(({ schema }) => schema)
          .slice(0, 1),
      );
    const query = parameters.filter((each) => each.in === "query");
    return {
      name,
      path: parameters.filter((each) => each.in === "path").map((each) => each.name),
      query: query.map((each) => ({
        name: each.name,
        shape: parameterShape(each.schema, title),
        isRequired: each.required === true,
      })),
      isBodyRequired: requestBody?.required !== false && !acceptsNull(body),
      ...(body ? { body: shapeOf(body, `${title}Body`, "asked") } : {}),
      ...(answer ? { answer: answerOf([answer, ...others], `${title}Answer`) } : {}),
    };
  }

  /** A number is as good as its text. */
  function parameterShape(schema: Schema, title: string): Shape {
    const shape = shapeOf(schema, title, "asked");
    return schema.pattern?.startsWith("^\\d") ? { kind: "union", of: [shape, { kind: "number" }] } : shape;
  }

  function answerOf(schemas: readonly Schema[], title: string): Shape {
    const of = schemas.map((schema, place) =>
      shapeOf(schema, place === 0 ? title : `${title}${place + 1}`, "answered"),
    );
    const distinct = of.filter((shape, place) => place === of.findIndex((other) => isDeepStrictEqual(other, shape)));
    return distinct[0] && distinct.length === 1 ? distinct[0] : { kind: "union", of: distinct };
  }

  /** `title` names an object that has no name. */
  function shapeOf(schema: Schema, title: string, way: Way): Shape {
    if (schema.$ref !== undefined) return referred(schema.$ref.split("/").at(-1) ?? "", way);
    if (schema.const !== undefined) return { kind: "literals", values: [schema.const] };
    if (schema.enum) return { kind: "literals", values: schema.enum };
    const several = schema.anyOf ?? schema.oneOf;
    if (several) return { kind: "union", of: several.map((each) => shapeOf(each, memberTitle(each), way)) };
    if (Array.isArray(schema.type))
      return { kind: "union", of: schema.type.map((type) => shapeOf({ type }, title, way)) };
    switch (schema.type as Exclude<Schema["type"], readonly unknown[]>) {
      case "string":
        return { kind: "text" };
      case "number":
      case "integer":
      case "boolean":
      case "null":
        return { kind: schema.type as "number" };
      case "array":
        return {
          kind: "list",
          of: shapeOf(typeof schema.items === "object" ? schema.items : {}, singular(title), way),
        };
      case "object":
        return schema.properties ? nameless(title, schema, way) : recordOf(schema, title, way);
      default:
        return { kind: "any" };
    }

    function memberTitle(member: Schema): string {
      const objects = several?.filter(({ properties }) => properties) ?? [];
      if (objects.length < 2) return title;
      const [literal = ""] = Object.values(member.properties ?? {}).flatMap(
        ({ const: only, enum: some }) => only ?? some?.[0] ?? [],
      );
      return `${title}${pascal(`${literal}`)}`;
    }
  }

  function recordOf({ additionalProperties: values }: Schema, title: string, way: Way): Shape {
    return { kind: "record", of: typeof values === "object" ? shapeOf(values, singular(title), way) : { kind: "any" } };
  }

  function referred(name: string, way: Way): Shape {
    if (types.has(name)) return named(name, way);
    const schema = Schema.parse(components.schemas[name]);
    if (schema.properties) return add(name, schema, way);
    const content = shapeOf(schema, name, way);
    types.set(name, { name, way, content, ...(schema.description === undefined ? {} : { doc: schema.description }) });
    return named(name, way);
  }

  /** Reuses a nameless object with the same fields, if types are shared. */
  function nameless(title: string, schema: Schema, way: Way): Shape {
    const { properties, required } = schema;
    const content = JSON.stringify([way, properties, required]);
    const known = isShared ? sameAs.get(content) : undefined;
    if (known !== undefined) return named(known, way);
    // The names of the document are its own.
    const name = title in components.schemas ? `${title}Fields` : title;
    sameAs.set(content, name);
    return add(name, schema, way);
  }

  function add(name: string, schema: Schema, way: Way): Shape {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => ({
      name: field,
      shape: shapeOf(inner, `${name}${pascal(field)}`, way),
      isRequired: required.has(field),
      ...(inner.description === undefined || inner.description === "any JSON value" ? {} : { doc: inner.description }),
    }));
    if (types.has(name)) throw new Error(`two types would be ${name}: give one of them an id in src/contract`);
    types.set(name, {
      name,
      way,
      content: { kind: "object", fields },
      ...(schema.description === undefined ? {} : { doc: schema.description }),
    });
    return named(name, way);
  }

  function named(name: string, way: Way): Shape {
    const known = types.get(name);
    if (known && known.way !== way)
      throw new Error(`${name} is both a request and a response: give one of them another id`);
    return { kind: "named", name };
  }
}

/** A request without a body counts as null. */
const acceptsNull = (body: Schema | undefined): boolean => body?.anyOf?.some(({ type }) => type === "null") ?? false;

const pascal = (text: string) =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase());

/** `checks` is a list of `Check`. */
const singular = (title: string) => title.replace(/(?<=[a-z]{2})s$/, "");
