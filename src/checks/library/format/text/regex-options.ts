import { z } from "../../definition.ts";
import { format } from "../shared-properties.ts";

export const target = z.enum(["output", "input", "tool_calls"]).default("output");

export const flags = z
  .string()
  .regex(/^[ims]*$/, "flags are of i, m and s")
  .default("");

export const ofText = {
  ...format,
  judges: "texts",
  targets: ["output", "input", "tool_calls"],
  costClass: "medium",
} as const;
