import { z } from "zod";
import { namesIn } from "../../checks/judges/prompt-template.ts";
import { errorTypes } from "../../datapoints/errors/error-types.ts";
import { nearest } from "../../platform/nearest.ts";
import { AnyJson, JsonObject, Time } from "../../server/contract/common.ts";
import { GivenJson, Name, Tags } from "../../server/contract/named.ts";
import { testRunTypes } from "../test-run.ts";

const Custom = z.strictObject({
  type: z.literal("custom").describe("The user's own code, called by an SDK"),
  batchSize: z.int().min(1).max(1000).optional().describe("Rows that the code takes at once"),
});

const inPrompts = ["scenario_input", "input"] as const;
const promptTemplate = template(inPrompts).describe(
  "`{scenario_input}` stands for the row's input, `{scenario_input.key}` for a member of it; `{{name}}` is the text `{name}`",
);

const Generation = z.strictObject({
  type: z.literal("generation").describe("A provider's model with a prompt, called by the service"),
  model: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe("As the proxy takes it: `openai/gpt-4o`, `claude-…`, `<upstream>/…`; default: the judge's"),
  judge: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("Name or id of a judge model: its address, key and ceilings. Neither model nor judge: the active one"),
  temperature: z.number().min(0).max(2).optional(),
  systemPromptTemplate: promptTemplate.optional(),
  userPromptTemplate: promptTemplate.optional().describe("Default: `{scenario_input}`"),
  dialogTemplate: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: promptTemplate }))
    .min(1)
    .max(100)
    .optional()
    .describe("A whole dialog instead of the two"),
  tools: z.array(AnyJson).max(200).optional().describe("As OpenAI's Chat Completions spell them"),
  params: JsonObject.optional().describe("Whatever else the request shall carry, in OpenAI's words"),
  timeoutMs: z.int().min(1000).max(600_000).optional().describe("Of one call; default: a minute"),
});

const inTargets = [
  "scenario_input",
  "input",
  "session_id",
  "message_history",
  "latest_message",
  "access_token",
  "scenario_row_run_guid",
  "turn",
  "secret",
] as const;
const targetTemplate = template(inTargets);

/** The scheme, host and port are fixed: a template could lead a key elsewhere. */
const targetUrl = targetTemplate
  .refine(
    (url) => /^https?:\/\/[^\s/?#{}@]+(?:[/?][^\s#]*)?$/i.test(url) && URL.canParse(url.replaceAll(/[{}]/g, "")),
    "must be http:// or https:// with a fixed host, without user, password or fragment",
  )
  .refine((url) => !url.includes("{secret."), "a secret belongs into a header or the body: addresses are logged");

const Request = {
  method: z.enum(["POST", "GET", "PUT", "PATCH", "DELETE"]).default("POST"),
  url: targetUrl,
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/, "is no header's name"), targetTemplate)
    .default({})
    .describe("`{secret.NAME}` stands for a secret of the model"),
  body: AnyJson.optional().describe(
    "JSON. A text that is one name alone, such as `{message_history}`, becomes its value",
  ),
};

/** `response.a.b[0].c`: names and places in a JSON answer; a name of other characters in brackets and quotes. */
const responsePath = z
  .string()
  .max(500)
  .regex(
    /^response(?:\.[A-Za-z_$][\w$-]*|\[\d{1,6}\]|\["[^"\\]{1,200}"\])*$/,
    'must be like response.choices[0].text or response["a key"]',
  );

const Http = z
  .strictObject({
    type: z.literal("http").describe("An application behind HTTP, called by the service"),
    auth: z
      .strictObject({
        ...Request,
        tokenPath: responsePath.describe("Where `{access_token}` lies in the answer"),
        secondsValid: z.int().min(1).max(86_400).default(300),
      })
      .optional(),
    startSession: z
      .strictObject({
        ...Request,
        sessionIdPath: responsePath.optional().describe("Where `{session_id}` lies in the answer"),
        messagePath: responsePath.optional().describe("Where the target's first words lie"),
      })
      .optional(),
    nextTurn: z.strictObject({
      ...Request,
      responsePath: responsePath.describe("Where the answer's text lies; of a stream, each event's piece of it"),
      toolCallsPath: responsePath.optional(),
      stream: z
        .strictObject({
          event: z.string().max(100).optional().describe("Only events of this name"),
          stopAt: z.string().max(200).default("[DONE]").describe("Data that ends the stream"),
        })
        .optional()
        .describe("The answer comes as server-sent events"),
    }),
    endSession: z.strictObject(Request).optional(),
    timeoutMs: z.int().min(100).max(600_000).default(60_000).describe("Of one request"),
  })
  .superRefine((target, context) => {
    for (const { purpose, request } of requestsIn(target)) {
      for (const name of namesInJson(request.body)) {
        const problem = unknownName(name, inTargets);
        if (problem) context.addIssue({ code: "custom", path: [purpose, "body"], message: problem });
      }
    }
  });

const ModelDefinition = z.discriminatedUnion("type", [Custom, Generation, Http]).meta({ id: "ModelDefinition" });

export const Model = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    definition: ModelDefinition,
    tags: Tags,
    secrets: z
      .array(z.strictObject({ name: z.string(), host: z.string(), createdAt: Time }))
      .describe("Names of its keys, and the host that each opens for"),
    createdAt: Time,
  })
  .meta({ id: "Model" });

const secret = z.string().min(1).max(10_000);

export const NewModel = z
  .strictObject({
    name: Name,
    definition: ModelDefinition,
    tags: Tags.default([]),
    update: z.boolean().default(false).describe("Another definition under a known name makes its next version"),
    apiKey: secret
      .optional()
      .describe("Of a generation model's provider: kept sealed, sent to its host alone, never shown again"),
    secrets: z
      .record(z.string().regex(/^[A-Za-z0-9_-]{1,100}$/), secret)
      .optional()
      .describe("What `{secret.NAME}` in an HTTP target stands for; kept as apiKey is"),
  })
  .meta({ id: "NewModel" });

/** One row, asked of a model that need not be registered yet. */
export const TrialRequest = z
  .strictObject({
    definition: ModelDefinition,
    modelId: z.string().min(1).max(200).optional().describe("Id or name of a model whose kept keys count, too"),
    type: z.enum(testRunTypes).default("NL_GENERATION").describe("How the answer is read"),
    input: GivenJson,
    apiKey: NewModel.shape.apiKey,
    secrets: NewModel.shape.secrets,
  })
  .meta({ id: "TrialRequest" });

export const Trial = z
  .strictObject({
    prediction: AnyJson.optional(),
    error: z.string().optional(),
    errorType: z.enum(errorTypes).optional(),
    modelInput: AnyJson.optional().describe("What a provider's model was asked"),
    durationMs: z.number(),
    responseModel: z.string().optional(),
    finishReason: z.string().optional(),
    usage: z.strictObject({ inputTokens: z.int().optional(), outputTokens: z.int().optional() }).optional(),
    costUsd: z.number().optional(),
    exchanges: z
      .array(
        z.strictObject({
          method: z.string(),
          url: z.string(),
          status: z.int().optional(),
          body: z.string().optional().describe("Its beginning; secrets, and the texts of an authentication, left out"),
          problem: z.string().optional().describe("Why there is no answer"),
        }),
      )
      .describe("What was asked of an HTTP target and what it said, in turn"),
  })
  .meta({ id: "Trial" });

export const ProviderKey = z
  .strictObject({ provider: z.string(), host: z.string(), createdAt: Time })
  .meta({ id: "ProviderKey" });

export const NewProviderKey = z
  .strictObject({
    provider: z.string().min(1).max(100).describe("Id of a provider of the proxy's table, or of an own upstream"),
    key: secret.describe("Kept sealed, sent to that provider's host alone, never shown again"),
  })
  .meta({ id: "NewProviderKey" });

/** Text whose `{names}` are known: a misspelt one would reach the model as it stands. */
export function template(known: readonly string[]) {
  return z
    .string()
    .max(100_000)
    .superRefine((text, context) => {
      for (const name of namesIn(text)) {
        const problem = unknownName(name, known);
        if (problem) context.addIssue({ code: "custom", message: problem });
      }
    });
}

function unknownName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const meant = nearest(name, known);
  const hint = meant === undefined ? `known are ${known.join(", ")}.` : `did you mean ${meant}?`;
  return `{${name}} stands for nothing here: ${hint} Write {{${name}}} for the text itself`;
}

function namesInJson(value: unknown): readonly string[] {
  if (typeof value === "string") return namesIn(value);
  if (Array.isArray(value)) return value.flatMap(namesInJson);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namesInJson) : [];
}

function requestsIn({ auth, startSession, nextTurn, endSession }: z.output<typeof Http>) {
  return Object.entries({ auth, startSession, nextTurn, endSession }).flatMap(([purpose, request]) =>
    request === undefined ? [] : [{ purpose, request }],
  );
}
