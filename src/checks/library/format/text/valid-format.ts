import { defineCheck, property, skipped, z } from "../../definition.ts";
import { answerOrValue } from "../answer-json.ts";
import { formatNames, hasFormat } from "../named-formats.ts";
import { format } from "../shared-properties.ts";

export const validFormat = defineCheck({
  ...format,
  name: "valid_format",
  title: "String has a named format",
  description:
    "The answer, or the value at a path of its JSON, has the named format; check digits and code lists are looked at where there are any.",
  severity: "major",
  needs: ["config"],
  source: "Guardrails validators; JSON Schema formats; ISO 639, 3166, 4217, 8601, 13616",
  options: z.strictObject({ format: z.enum(formatNames).optional(), path: z.string().min(1).optional() }),
  evaluate: (subject, { format: name, path }) => {
    if (name === undefined) return skipped("no format is configured");
    const value = answerOrValue(subject.text("output"), path);
    if (value === undefined) return property(false, `the answer holds nothing at ${path}`);
    const holds = hasFormat(name, value.trim());
    return property(
      holds,
      `“${value.trim().slice(0, 60)}” is ${holds ? "a" : "no"} valid ${name.replaceAll("_", " ")}`,
    );
  },
});
