import { z } from "zod";
import { VerdictJson as Verdict } from "../../datapoints/service.ts";
import { AnyJson, Id, QueryText, Time } from "../../server/service.ts";
import { judgeKinds, structuredOutputs } from "../judges/judge.ts";
import { Options } from "./options.ts";

const baseUrl = z
  .string()
  .max(500)
  .refine(isPlainAddress, "must be http:// or https:// without user, password, query or fragment")
  .transform((text) => text.replace(/\/+$/, ""))
  .describe("Up to and including the version segment, such as api.openai.com/v1");

const settings = {
  name: z.string().trim().min(1).max(100),
  kind: z.enum(judgeKinds).describe("How the endpoint is spoken to; openai: every compatible one"),
  baseUrl,
  model: z.string().trim().min(1).max(200),
  structuredOutput: z
    .enum(structuredOutputs)
    .describe(
      "schema: the endpoint enforces a JSON schema; json: it enforces some JSON object; text: the prompt only requests JSON",
    ),
  temperature: z.number().min(0).max(2).nullable().describe("null: the model takes none"),
  contextTokens: z
    .int()
    .min(1000)
    .max(2_000_000)
    .describe("Longer texts are truncated in the middle, and the verdict reports it"),
  timeoutMs: z.int().min(1000).max(120_000),
  concurrency: z.int().min(1).max(32),
  requestsPerMinute: z.int().min(1).max(100_000),
  dailyUsd: z
    .number()
    .min(0)
    .max(1_000_000)
    .describe("Daily limit (UTC). Above it, checks are skipped with the reason"),
  dailyCalls: z.int().min(0).max(10_000_000),
  packs: z.boolean().describe("Checks of one pack share a call. Compare with single calls before switching it on"),
  price: z
    .strictObject({ input: z.number().min(0), output: z.number().min(0) })
    .nullable()
    .describe("US dollars per million tokens, for a model that the price list does not know"),
  isActive: z.boolean().describe("Monitors use this one"),
};

const key = z
  .string()
  .max(1000)
  .describe("Stored encrypted, sent only to the host of this address, and never returned");

export const NewJudge = z
  .strictObject({
    ...settings,
    kind: settings.kind.default("openai"),
    structuredOutput: settings.structuredOutput.default("schema"),
    temperature: settings.temperature.default(0),
    contextTokens: settings.contextTokens.default(32_000),
    timeoutMs: settings.timeoutMs.default(60_000),
    concurrency: settings.concurrency.default(4),
    requestsPerMinute: settings.requestsPerMinute.default(300),
    dailyUsd: settings.dailyUsd.default(5),
    dailyCalls: settings.dailyCalls.default(5000),
    packs: settings.packs.default(false),
    price: settings.price.default(null),
    isActive: settings.isActive.default(false),
    key: key.default(""),
  })
  .meta({ id: "NewJudge" });

/** Omitted fields stay unchanged. Changing the host removes the key unless a new one is given. */
export const JudgeChange = z
  .strictObject({ ...settings, key })
  .partial()
  .meta({ id: "JudgeChange" });

export const Judge = z
  .strictObject({
    id: z.string(),
    ...settings,
    baseUrl: z.string(),
    hasKey: z.boolean(),
    revision: z.int(),
    createdAt: Time,
    updatedAt: Time,
    breaker: z
      .strictObject({
        state: z.enum(["closed", "open", "trying"]).describe("open: it failed in a row and is not called for a while"),
        until: Time.optional(),
        reason: z.string().optional(),
      })
      .describe("As this process sees it"),
    today: z.strictObject({
      usd: z.number(),
      calls: z.int(),
      skipped: z.int().describe("Checks that were skipped because a daily limit was reached"),
    }),
  })
  .meta({ id: "Judge" });

export const JudgeTest = z
  .strictObject({ ok: z.boolean(), problem: z.string().optional(), verdict: Verdict })
  .meta({ id: "JudgeTest" });

/** The newest datapoints that match `q`, or the named ones. */
export const CompareRequest = z
  .strictObject({
    judges: z.tuple([Id, Id]).describe("The same one twice shows how often it repeats itself"),
    check: z.string().max(200),
    options: Options.default({}),
    datapointIds: z.array(Id).min(1).max(50).optional(),
    q: QueryText.optional(),
    limit: z.int().min(1).max(50).default(20),
  })
  .meta({ id: "JudgeCompareRequest" });

export const Comparison = z
  .strictObject({
    both: z.int().describe("Datapoints on which both passed or failed"),
    agreed: z.int(),
    agreement: z.number().optional(),
    kappa: z.number().optional().describe("Cohen's: agreement beyond chance"),
    costUsd: z.tuple([z.number().optional(), z.number().optional()]),
    rows: z.array(
      z.strictObject({ datapointId: z.string(), verdicts: z.tuple([Verdict, Verdict]), flips: z.boolean() }),
    ),
  })
  .meta({ id: "JudgeComparison" });

/** Asynchronous checks that are not finished. */
export const JobBacklog = z.strictObject({
  executor: z.string(),
  ready: z.int(),
  running: z.int(),
  judged: z.int(),
  failing: z.int().describe("Attempts without a verdict that are retried"),
  problem: z.string().optional(),
  oldestAt: Time.optional(),
});

export const Job = z
  .strictObject({
    id: z.string(),
    datapointId: z.string(),
    check: z.string(),
    options: z.record(z.string(), AnyJson),
    executor: z.string(),
    state: z.enum(["ready", "running", "judged", "done"]),
    attempts: z.int(),
    dueAt: Time,
    createdAt: Time,
    problem: z.string().optional().describe("Why the last try gave no verdict"),
  })
  .meta({ id: "Job" });

function isPlainAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}
