import { z } from "zod";
import { namesIn } from "../../checks/service.ts";
import { errorTypes } from "../../datapoints/index.ts";
import { nearest } from "../../platform/nearest.ts";
import { secret } from "../../providers/service.ts";
import { AnyJson, GivenJson, JsonObject, Name, Tags, Time } from "../../server/service.ts";
import { testRunTypes } from "../test-run.ts";

const Custom = z.strictObject({
  type: z.literal("custom").describe("The user's own code, called by an SDK"),
  batchSize: z.int().min(1).max(1000).optional().describe("Rows that the code takes at a time"),
});

const inPrompts = ["scenario_input", "input"] as const;
const promptTemplate = template(inPrompts).describe(
  "`{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}`",
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
    .describe(
      "Name or id of a judge model, for its address, key and daily limits. If neither model nor judge is given: the active judge",
    ),
  temperature: z.number().min(0).max(2).optional(),
  systemPromptTemplate: promptTemplate.optional(),
  userPromptTemplate: promptTemplate
    .optional()
    .describe("Default: the row's input. A list of `{role, content}` is sent as these messages"),
  dialogTemplate: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: promptTemplate }))
    .min(1)
    .max(100)
    .optional()
    .describe("A whole dialog instead of the two"),
  tools: z.array(AnyJson).max(200).optional().describe("As OpenAI's Chat Completions spell them"),
  params: JsonObject.optional().describe("Additional request parameters, in OpenAI's format"),
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

/** Scheme, host and port are fixed: a template could send a key to another host. */
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
    .record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/, "isn't a valid header name"), targetTemplate)
    .default({})
    .describe("`{secret.NAME}` is replaced by a secret of the model"),
  body: AnyJson.optional().describe(
    "JSON. A text that is one name alone, such as `{message_history}`, becomes its value",
  ),
};

/**
 * `response.a.b[0].c`: a path of names and indexes in a JSON response; names with other characters in brackets
 * and quotes.
 */
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
        tokenPath: responsePath.describe("Path of `{access_token}` in the response"),
        secondsValid: z.int().min(1).max(86_400).default(300),
      })
      .optional(),
    startSession: z
      .strictObject({
        ...Request,
        sessionIdPath: responsePath.optional().describe("Path of `{session_id}` in the response"),
        messagePath: responsePath.optional().describe("Where the target's first words lie"),
      })
      .optional(),
    nextTurn: z.strictObject({
      ...Request,
      responsePath: responsePath.describe("Path of the text in the response; for a stream, of each event's part"),
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
      .describe("Names of its keys, and the host (with its scheme where that is not HTTPS) that each opens for"),
    createdAt: Time,
  })
  .meta({ id: "Model" });

export const NewModel = z
  .strictObject({
    name: Name,
    definition: ModelDefinition,
    tags: Tags.default([]),
    update: z.boolean().default(false).describe("Another definition under a known name makes its next version"),
    apiKey: secret
      .optional()
      .describe("Key of a generation model's provider: stored encrypted, sent only to its host, never returned"),
    secrets: z
      .record(z.string().regex(/^[A-Za-z0-9_-]{1,100}$/), secret)
      .optional()
      .describe("Values of `{secret.NAME}` in an HTTP target; stored like apiKey"),
  })
  .meta({ id: "NewModel" });

/** One row for a model that need not be registered yet. */
export const TrialRequest = z
  .strictObject({
    definition: ModelDefinition,
    modelId: z.string().min(1).max(200).optional().describe("Id or name of a model whose stored keys are used as well"),
    type: z.enum(testRunTypes).default("NL_GENERATION").describe("How the answer is read"),
    input: GivenJson,
    apiKey: NewModel.shape.apiKey,
    secrets: NewModel.shape.secrets,
  })
  .meta({ id: "TrialRequest" });

export const SentMessagesRequest = TrialRequest.pick({ definition: true, input: true }).meta({
  id: "SentMessagesRequest",
});

export const SentMessages = z
  .strictObject({
    messages: z.array(AnyJson).describe("As the provider gets them; empty for an HTTP target and for your own code"),
  })
  .meta({ id: "SentMessages" });

export const Trial = z
  .strictObject({
    prediction: AnyJson.optional(),
    error: z.string().optional(),
    errorType: z.enum(errorTypes).optional(),
    modelInput: AnyJson.optional().describe("Request to the provider's model"),
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
      .describe("Requests to an HTTP target and its responses, in order"),
  })
  .meta({ id: "Trial" });

/** Text with known `{names}` only: a misspelled one would reach the model unchanged. */
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
  return `{${name}} isn't a variable here: ${hint} Write {{${name}}} for the text itself`;
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
