import { z } from "zod";

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Returns the smallest body that a schema accepts, so that a request reaches the route. */
export function sampleBody(body: z.ZodType): unknown {
  const whole = z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as Schema;
  return sample(whole, whole.$defs ?? {});
}

function sample(schema: Schema, defs: Readonly<Record<string, Schema>>): unknown {
  if (schema.$ref !== undefined) return sample(defs[schema.$ref.split("/").at(-1) ?? ""] ?? {}, defs);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const [either] = schema.anyOf ?? schema.oneOf ?? [];
  if (either) return sample(either, defs);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {}, defs)]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, defs));
    case "number":
    case "integer":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return false;
    case "string":
      return textOf(schema);
    default:
      return "x";
  }
}

function textOf({ format, minLength = 1 }: Schema): string {
  if (format === "email") return "new@example.org";
  if (format === "uri") return "https://example.org/";
  if (format === "date-time") return "2100-01-01T00:00:00.000Z";
  return "x".repeat(Math.max(1, minLength));
}
