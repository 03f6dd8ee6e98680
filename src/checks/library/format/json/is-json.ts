import { defineCheck, property, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { readJson } from "./read-json.ts";

export const isJson = defineCheck({
  ...format,
  name: "is_json",
  title: "Valid JSON",
  description: "The whole answer is JSON; by default an object or an array, not a lone value.",
  severity: "major",
  source: "Okareo is_json; promptfoo is-json; RFC 8259",
  options: z.strictObject({ allow_scalar: z.boolean().default(false), strip_fence: z.boolean().default(false) }),
  evaluate: (subject, options) => {
    const read = readJson(subject.text("output"), options.strip_fence);
    if (!read.ok) return property(false, `not JSON: ${read.message}`);
    const isScalar = typeof read.value !== "object" || read.value === null;
    if (isScalar && !options.allow_scalar) return property(false, "a lone value, neither object nor array");
    return property(true, "the answer is JSON");
  },
});
