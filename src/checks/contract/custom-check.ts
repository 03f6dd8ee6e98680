import { z } from "zod";
import {
  DatapointRowJson as DatapointRow,
  NewDatapoint,
  severities,
  VerdictJson as Verdict,
} from "../../datapoints/service.ts";
import type { Json } from "../../platform/json/json.ts";
import { AnyJson, Id, QueryText, Time } from "../../server/service.ts";
import { checkNeeds, checkSubjects } from "../check.ts";
import { customCategory, customNamePattern } from "../custom/custom-check.ts";
import { Check } from "./check.ts";

const category = z.string().trim().min(1).max(60);

const Output = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("boolean"), passWhen: z.boolean() }),
    z
      .strictObject({
        type: z.literal("score"),
        min: z.number(),
        max: z.number(),
        passFrom: z.number().optional().describe("Passes from here on, included"),
        passTo: z.number().optional().describe("Passes up to here, included"),
      })
      .refine(({ min, max }) => min < max, { message: "must be less than max", path: ["min"] })
      .refine(({ passFrom, passTo }) => passFrom !== undefined || passTo !== undefined, {
        message: "give passFrom or passTo: without a threshold nothing fails",
        path: ["passFrom"],
      }),
    z
      .strictObject({
        type: z.literal("category"),
        categories: z.array(category).min(2).max(30),
        passing: z.array(category).min(1),
      })
      .refine(({ categories }) => new Set(categories).size === categories.length, {
        message: "holds the same category twice",
        path: ["categories"],
      })
      .refine(({ categories, passing }) => passing.every((one) => categories.includes(one)), {
        message: "must be among the categories",
        path: ["passing"],
      }),
  ])
  .describe("How the value becomes passed or failed");

const Body = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("code"),
    source: z.string().min(1).max(262_144).describe("A module whose default export is a function of a datapoint"),
  }),
  z.strictObject({ kind: z.literal("judge"), prompt: z.string().min(1).max(20_000) }),
  z.strictObject({
    kind: z.literal("policy"),
    rules: z
      .array(z.string().trim().min(1).max(1000))
      .min(1)
      .max(50)
      .describe("Rules over the steps of a trace, such as `tool:refund only after tool:check_identity`"),
  }),
]);

const definition = {
  body: Body,
  output: Output,
  judges: z.enum(checkSubjects),
  needs: z.array(z.enum(checkNeeds)).max(checkNeeds.length),
};

const fieldDescriptions = {
  title: z.string().trim().min(1).max(120),
  description: z.string().max(2000),
  category,
  severity: z.enum(severities),
  tags: z.array(z.string().trim().min(1).max(60)).max(20),
};

export const Definition = z
  .strictObject({
    ...definition,
    output: Output.default({ type: "boolean", passWhen: true }),
    judges: definition.judges.default("answer"),
    needs: definition.needs.default([]),
  })
  .meta({ id: "CheckDefinition" });
export type Definition = z.output<typeof Definition>;

export const NewCheck = z
  .strictObject({
    name: z.string().min(2).max(100).regex(customNamePattern, "must be snake case, such as mentions_refund"),
    ...Definition.shape,
    ...fieldDescriptions,
    title: fieldDescriptions.title.optional(),
    description: fieldDescriptions.description.default(""),
    category: fieldDescriptions.category.default(customCategory),
    severity: fieldDescriptions.severity.default("major"),
    tags: fieldDescriptions.tags.default([]),
  })
  .meta({ id: "NewCheck" });
export type NewCheck = z.output<typeof NewCheck>;

/** Omitted fields stay unchanged. A changed definition becomes a new version. */
export const CheckChange = z
  .strictObject({
    ...definition,
    ...fieldDescriptions,
    enabled: z.boolean().describe("true switches a check on again that was switched off; false switches it off"),
    number: z.int().describe("Where given, must be the present one"),
  })
  .partial()
  .meta({ id: "CheckChange" });
export type CheckChange = z.output<typeof CheckChange>;

const Agreement = z.strictObject({
  labels: z.int().describe("Datapoints for which somebody labeled the correct verdict"),
  agreed: z.int(),
});

const Measured = z
  .strictObject({ value: z.number(), low: z.number(), high: z.number(), of: z.int() })
  .describe("A share with its 95 % Wilson interval and the number of rows it is of");

const Accuracy = z
  .strictObject({
    checks: z.array(z.string()).describe("Checks measured together: a row is found where any of them finds it"),
    set: z.string(),
    split: z.enum(["dev", "test", "all"]).describe("Tuned on dev; test was only measured"),
    group: z.string(),
    counts: z.strictObject({ tp: z.int(), fp: z.int(), fn: z.int(), tn: z.int() }),
    precision: Measured.optional(),
    recall: Measured.optional(),
    falsePositives: Measured.optional(),
    baseline: z
      .strictObject({ name: z.string(), precision: Measured.optional(), recall: Measured.optional() })
      .optional()
      .describe("The same of a simple detector"),
    target: z.string().optional().describe("What a release must reach"),
  })
  .meta({ id: "Accuracy" });

const Example = z
  .strictObject({
    state: z.enum(["passed", "failed"]),
    turns: z.array(z.strictObject({ role: z.string(), text: z.string() })).describe("The answer comes last"),
    context: z.array(z.string()).optional(),
    options: z.record(z.string(), AnyJson).optional(),
    expected: AnyJson.optional(),
    facts: z.record(z.string(), AnyJson).optional().describe("Other facts that the check reads, such as the usage"),
    value: z.union([z.boolean(), z.number()]).optional(),
    quote: z.string().optional().describe("The words that decide"),
  })
  .meta({ id: "CheckExample" });

export const CheckDetail = z
  .strictObject({
    ...Check.shape,
    definition: z.strictObject(definition).optional().describe("Of a check that this project wrote itself"),
    usedBy: z.array(z.strictObject({ id: z.string(), name: z.string() })).describe("Monitors that use it"),
    accuracy: z.array(Accuracy).describe("Measured on labeled sets; empty if not measured"),
    examples: z.array(Example).describe("A case that passes and one that fails; of checks of the library"),
    agreement: Agreement.describe("With people, by their labels on verdicts of this version"),
  })
  .meta({ id: "CheckDetail" });

export const CheckVersion = z
  .strictObject({
    number: z.int(),
    version: z.int().describe("Hash of the definition: the same definition has the same version"),
    definition: z.strictObject(definition),
    createdAt: Time,
    by: z.string(),
  })
  .meta({ id: "CheckVersion" });

export const Validation = z
  .strictObject({
    ok: z.boolean(),
    version: z.int().describe("What the definition would be known by"),
    problems: z.array(
      z.strictObject({ message: z.string(), field: z.string(), line: z.int().optional(), column: z.int().optional() }),
    ),
  })
  .meta({ id: "Validation" });

/** The other side of a comparison: a saved version of a check. */
const Against = z.strictObject({
  name: z.string().max(200),
  number: z.int().min(1).optional().describe("Default: the newest"),
});

const Sample = {
  datapointIds: z.array(Id).min(1).max(50).optional().describe("These; else the newest that match `q`"),
  q: QueryText.default(""),
  hours: z.number().min(1).max(720).default(168),
  limit: z.int().min(1).max(50).default(20),
};

/** Used instead of stored datapoints. */
const Given = z.strictObject({
  datapoint: NewDatapoint,
  expected: AnyJson.transform((expected) => expected as Json | undefined).optional(),
});

export const DryRunRequest = z
  .strictObject({
    definition: Definition,
    against: Against.optional(),
    ...Sample,
    given: z.array(Given).min(1).max(50).optional().describe("Calls to try it on instead of stored ones"),
  })
  .meta({ id: "DryRunRequest" });

export const CompareRequest = z
  .strictObject({ from: z.int().min(1), to: z.int().min(1), ...Sample })
  .meta({ id: "CheckCompareRequest" });

const Trial = z.strictObject({
  verdict: Verdict,
  logs: z.array(z.string()).describe("What the code wrote to its console"),
  line: z.int().optional().describe("Where in the code its mistake is"),
  column: z.int().optional(),
});

export const DryRun = z
  .strictObject({
    items: z.array(
      z.strictObject({
        datapoint: DatapointRow.pick({ id: true, startedAt: true, inputPreview: true, outputPreview: true }),
        ...Trial.shape,
        against: Trial.optional(),
        flips: z.boolean().optional().describe("Passed by one and not by the other"),
        label: z.string().optional().describe("The labeled verdict"),
      }),
    ),
    passed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    broken: z.int(),
    flips: z.int(),
    agreement: Agreement,
  })
  .meta({ id: "DryRun" });

export const GenerateRequest = z
  .strictObject({
    kind: z.enum(["code", "judge", "policy"]),
    instruction: z.string().trim().min(5).max(4000).describe("What the check should find, in plain words"),
    prior: Definition.optional().describe("A definition to refine"),
  })
  .meta({ id: "CheckGenerateRequest" });

export const Generated = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    definition: Definition,
    problems: Validation.shape.problems,
    model: z.string(),
    costUsd: z.number().optional(),
  })
  .meta({ id: "GeneratedCheck" });
