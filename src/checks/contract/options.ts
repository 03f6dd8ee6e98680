import { z } from "zod";
import type { Json } from "../../platform/json/json.ts";

/** JSON values: the body was parsed from JSON. */
export const Options = z
  .record(z.string().max(100), z.unknown())
  .transform((options) => options as Readonly<Record<string, Json>>);
