import { z } from "zod";
import { patternLimits, redactionKinds } from "../../datapoints/text/redaction.ts";
import { redactionPatternProblem } from "../redact/patterns.ts";

const RedactionPattern = z
  .strictObject({
    name: z.string().describe("What the marker says: `[redacted:name]`. Lower-case letters, digits and _"),
    pattern: z.string().describe("A regular expression in RE2 syntax"),
  })
  .superRefine((value, context) => {
    const problem = redactionPatternProblem(value);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  })
  .meta({ id: "RedactionPattern" });

/** What is taken out of everything that comes in, before it is written anywhere. */
const PrivacyRules = z
  .strictObject({
    kinds: z
      .array(z.enum(redactionKinds))
      .max(redactionKinds.length)
      .transform((kinds) => [...new Set(kinds)])
      .describe("Packs of secrets and kinds of personal data that are replaced by typed markers"),
    patterns: z
      .array(RedactionPattern)
      .max(patternLimits.count)
      .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "two patterns have the same name"),
    content: z
      .enum(["kept", "dropped"])
      .describe("dropped: texts of dialogs are left out; numbers, names, ids and messages of errors are kept"),
  })
  .meta({ id: "PrivacyRules" });

export const Privacy = z
  .strictObject({
    rules: PrivacyRules,
    rulesAreOwn: z.boolean().describe("false: the project goes by the settings of the service"),
    retentionDays: z.int().describe("Days after which datapoints and all that belongs to them are deleted"),
    maxRetentionDays: z.int().describe("How long the service keeps anything"),
  })
  .meta({ id: "Privacy" });

/** Fields that are left out stay as they are; null goes back to the settings of the service. */
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
  text: z.string().describe("What would be kept; with content dropped, nothing of it would"),
  found: z.array(z.strictObject({ type: z.string(), count: z.int() })),
});
