import { LRUCache } from "lru-cache";
import { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Tables } from "./tables.ts";

/** The members of a JSON object with a schema each: a member that the type gains is missing here until it has one. */
export type Members<Type> = { readonly [Key in keyof Type]-?: z.ZodType };

/** A column with JSON text. One transformation, because a pipeline of schemas takes twice the time. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.transform((text: unknown, context): z.output<Schema> => {
    const value = schema.safeParse(parsedOf(text));
    if (value.success) return value.data;
    context.issues.push({ code: "custom", message: "is not the JSON expected", input: text });
    return z.NEVER;
  });

/** A column with JSON text that rows on a hot path share, such as settings: equal texts are parsed once. */
export function repeatedJson<Schema extends z.ZodType>(schema: Schema) {
  const known = new LRUCache<string, { readonly value: z.output<Schema> }>({ max: 1000 });
  const parse = json(schema);
  return z.transform((text: unknown, context): z.output<Schema> => {
    const key = typeof text === "string" ? text : "";
    const found = known.get(key);
    if (found) return found.value;
    const parsed = parse.safeParse(text);
    if (!parsed.success) {
      context.issues.push({ code: "custom", message: "is not the JSON expected", input: text });
      return z.NEVER;
    }
    known.set(key, { value: parsed.data });
    return parsed.data;
  });
}

function parsedOf(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Any value inside JSON. */
export const anyJson = z.custom<Json>();
/** An object inside JSON with any members, not copied. */
export const jsonObject = z.custom<Readonly<Record<string, Json>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

/**
 * Creates a parser of those columns of a table that hold JSON or one of several words. A row that does not parse throws
 * Failure("defect"), which names table, column and row but shows no content. `key`: the column that identifies a row.
 */
export function rowParser<Shape extends z.ZodRawShape>(
  table: keyof Tables,
  columns: Shape,
  key = "id",
): (row: Readonly<Record<keyof Shape, unknown> & Record<string, unknown>>) => z.output<z.ZodObject<Shape>> {
  const schema = z.object(columns);
  return (row) => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return parsed.data;
    const column = String(parsed.error.issues[0]?.path[0]);
    throw new Failure("defect", `a stored row cannot be read: ${table}.${column}`, { table, column, [key]: row[key] });
  };
}
