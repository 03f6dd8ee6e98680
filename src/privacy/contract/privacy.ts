import { z } from "zod";
import { patternLimits, redactionKinds } from "../../datapoints/index.ts";
import { redactionPatternProblem } from "../redact/patterns.ts";

const RedactionPattern = z
  .strictObject({
    name: z.string().describe("Name in the marker `[redacted:name]`. Lower-case letters, digits and _"),
    pattern: z.string().describe("A regular expression in RE2 syntax"),
  })
  .superRefine((value, context) => {
    const problem = redactionPatternProblem(value);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  })
  .meta({ id: "RedactionPattern" });

/** Rules that redact all incoming data before it is written. */
const PrivacyRules = z
  .strictObject({
    kinds: z
      .array(z.enum(redactionKinds))
      .max(redactionKinds.length)
      .transform((kinds) => [...new Set(kinds)])
      .pipe(z.array(z.enum(redactionKinds)))
      .describe("Packs of secrets and kinds of personal data that are replaced by typed markers"),
    patterns: z
      .array(RedactionPattern)
      .max(patternLimits.count)
      .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "two patterns have the same name"),
    content: z
      .enum(["stored", "dropped"])
      .describe("dropped: texts of dialogs are removed; numbers, names, ids and error messages are retained"),
  })
  .meta({ id: "PrivacyRules" });

export const Privacy = z
  .strictObject({
    rules: PrivacyRules,
    rulesAreOwn: z.boolean().describe("false: the project uses the settings of the service"),
    retentionDays: z.int().describe("Days after which datapoints and all that belongs to them are deleted"),
    maxRetentionDays: z.int().describe("Maximum retention of the service"),
  })
  .meta({ id: "Privacy" });

/** Omitted fields stay unchanged; null resets to the settings of the service. */
export const PrivacyChange = z
  .strictObject({
    rules: PrivacyRules.nullable(),
    retentionDays: z.int().min(1).max(3650).nullable(),
  })
  .partial()
  .meta({ id: "PrivacyChange" });

export const RedactionTrial = z.strictObject({
  text: z.string().max(100_000),
  rules: PrivacyRules.optional().describe("Rules to try; the project's own unless given"),
});

export const RedactionOutcome = z.strictObject({
  text: z.string().describe("The stored text under these rules; with content dropped, none of it is stored"),
  found: z.array(z.strictObject({ type: z.string(), count: z.int() })),
});
