import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/providers/upstream.ts";
import { spanOf } from "../../../src/proxy/recording/span.ts";
import { awsKeys, nativeKey, openNativeProvider } from "../../support/providers/native-providers.ts";
import { openProxy, token } from "../../support/providers/proxy.ts";
import { type Exchange, wire } from "../../support/providers/wire.ts";

/** The same scenario in OpenAI's format and as each provider responded. */
const dialects = [
  {
    dialect: "anthropic",
    model: "claude-sonnet-4-5",
    tool: one("messages-tool-roundtrip"),
    textExchange: one("messages-tool-roundtrip", 1),
    stream: one("messages-stream-tool"),
  },
  {
    dialect: "gemini",
    model: "gemini-2.5-flash",
    tool: one("gemini-tool"),
    textExchange: one("gemini-chat"),
    stream: one("gemini-stream"),
  },
  {
    dialect: "bedrock",
    model: "anthropic.claude-3-5-sonnet-20241022-v2:0",
    tool: one("bedrock-tool"),
    textExchange: one("bedrock-chat"),
    stream: one("bedrock-stream"),
  },
] as const;

function one(name: string, index = 0): Exchange {
  return wire(name)[index]!;
}

const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: "function",
    function: {
      name: "get_weather",
      description: "Get the current weather for a city",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  },
];
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

describe.each(dialects)("the openai client talks to $dialect", ({ dialect, model, tool, textExchange, stream }) => {
  type Opened<Open extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Open>>;
  let provider: Opened<typeof openNativeProvider>;
  let proxy: Opened<typeof openProxy>;
  beforeAll(async () => {
    provider = await openNativeProvider(dialect);
    const bearer = { kind: "bearer" } as const;
    proxy = await openProxy({ upstreams: [{ id: "own", baseUrl: provider.url, auth: bearer, dialect }] });
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  afterEach(() => void (proxy.calls.length = 0));

  const client = (headers: Record<string, string> = {}) =>
    new OpenAI({
      baseURL: proxy.url,
      apiKey: nativeKey,
      organization: "org-1",
      defaultHeaders: { "api-key": token, ...headers },
      maxRetries: 0,
    });
  const createCompletion = (more: object = {}) =>
    client().chat.completions.create({
      model: `own/${model}`,
      messages: [{ role: "user", content: "What's the weather?" }],
      ...more,
    });

  test("tools are called in parallel, their results go back, and it answers", async () => {
    provider.expect(tool);
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Compare the weather in Zürich and São Paulo." },
    ];
    const first = await createCompletion({
      messages,
      tools,
      tool_choice: "auto",
      max_tokens: 200,
      temperature: 0.3,
      stop: "END",
    });
    const [choice] = first.choices;
    expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { role: "assistant", content: null } });
    const calls = choice!.message.tool_calls!.flatMap((call) => (call.type === "function" ? call : []));
    expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toMatchObject([
      ["get_weather", { city: "Zürich" }],
      ["get_weather", { city: "São Paulo" }],
    ]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);

    provider.expect(textExchange);
    const results = calls.map(({ id }, index) => ({
      role: "tool" as const,
      tool_call_id: id,
      content: index === 0 ? '{"temp_c":14}' : "it is sunny",
    }));
    const second = await createCompletion({ messages: [...messages, choice!.message, ...results], tools });
    expect(second.choices[0]!.finish_reason).toBe("stop");
    expect(second.choices[0]!.message.content).toContain("14 °C");
    expect(JSON.stringify(provider.bodies.at(-1))).toContain("it is sunny");
    expect(second.usage!.total_tokens).toBe(second.usage!.prompt_tokens + second.usage!.completion_tokens);
  });

  test("a stream has OpenAI's format: role first, pieces, one finish reason, counts only on request", async () => {
    provider.expect(stream);
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await client().chat.completions.create({
      model: `own/${model}`,
      messages: [{ role: "user", content: "hello" }],
      stream: true,
    }))
      chunks.push(chunk);
    expect(chunks[0]!.choices[0]!.delta.role).toBe("assistant");
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.some(({ usage }) => usage)).toBe(false);
    const finishes = chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []);
    expect(finishes).toHaveLength(1);
    // The counts that the client did not request are recorded.
    const span = spanOf(proxy.calls[0]!);
    expect(span.attributes.get("gen_ai.usage.input_tokens")).toBeGreaterThan(0);
    expect(span.attributes.get("gen_ai.response.finish_reasons")).toEqual(finishes);

    provider.expect(stream);
    const runner = client().chat.completions.stream({
      model: `own/${model}`,
      messages: [{ role: "user", content: "hello" }],
      stream_options: { include_usage: true },
    });
    const whole = await runner.finalChatCompletion();
    expect(whole.usage!.prompt_tokens).toBe(span.attributes.get("gen_ai.usage.input_tokens"));
    expect(JSON.stringify(whole.choices[0]!.message)).toMatch(/14 °C|Zürich/);
  });

  test("an image and a schema for the answer", async () => {
    provider.expect(textExchange);
    await createCompletion({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What color?" },
            { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } },
          ],
        },
      ],
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "color",
          strict: true,
          schema: { type: "object", properties: { color: { type: "string" } } },
        },
      },
    });
    const body = JSON.stringify(provider.bodies.at(-1));
    expect(body).toContain(pixel);
    expect(body).toContain("color");
  });

  test("what it goes without is named, what would deceive is refused before it is sent", async () => {
    provider.expect(textExchange);
    const { response } = await client()
      .chat.completions.create({
        model: `own/${model}`,
        messages: [{ role: "user", content: "hi" }],
        logit_bias: { "5": 1 },
        store: true,
      })
      .withResponse();
    expect(response.headers.get("x-gaffe-dropped")).toBe("logit_bias, store");
    expect(response.headers.get("x-gaffe-translated")).toBe(dialect);
    const sent = provider.seen.length;
    for (const [param, more] of [
      ...(dialect === "gemini" ? [] : ([["logprobs", { logprobs: true }]] as const)),
      ["guided_json", { guided_json: {} }],
      ["messages", { messages: [{ role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }] }],
      [
        "messages.0.content.0.video_url",
        { messages: [{ role: "user", content: [{ type: "text", text: "x", video_url: "y" }] }] },
      ],
      ["tools.0.type", { tools: [{ type: "web_search" }] }],
    ] as const) {
      await expect(createCompletion(more)).rejects.toMatchObject({ status: 400, code: "unsupported_parameter", param });
    }
    expect(provider.seen.length).toBe(sent);
  });

  test("the provider's error keeps its status, message, code and headers", async () => {
    const failure = {
      anthropic: one("messages-error-529"),
      gemini: one("gemini-error-429"),
      bedrock: one("bedrock-error-400"),
    };
    const { httpStatus: status, rawResponse } = failure[dialect];
    provider.expect(failure[dialect]);
    const { message = rawResponse["message"] } = (rawResponse["error"] ?? {}) as { message?: unknown };
    const code = { anthropic: "overloaded_error", gemini: "RESOURCE_EXHAUSTED", bedrock: "ValidationException" }[
      dialect
    ];
    const failed: unknown = await createCompletion().then(undefined, (thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(OpenAI.APIError);
    expect(failed).toMatchObject({ status, code, error: { message } });
    expect((failed as InstanceType<typeof OpenAI.APIError>).headers!.get("retry-after")).toBe("7");
    expect((failed as InstanceType<typeof OpenAI.APIError>).headers!.get("x-gaffe-error")).toBeNull();
    expect(spanOf(proxy.calls[0]!).attributes.get("gaffe.error.code")).toBe(code);
  });

  test("a response that its API does not define is 502 with an explanation", async () => {
    provider.expect({ ...textExchange, rawResponse: { hello: "world" } });
    await expect(createCompletion()).rejects.toMatchObject({ status: 502, code: "untranslatable_answer" });
    expect(proxy.calls[0]!.outcome).toMatchObject({ kind: "broken", code: "untranslatable_answer" });
  });

  test("another API of an upstream that is translated is refused, not sent somewhere", async () => {
    const embed = client().embeddings.create({ model: `own/${model}`, input: "x" });
    await expect(embed).rejects.toMatchObject({ status: 400, code: "invalid_request" });
  });
});

test("bedrock: AWS credentials sign the call, and are neither forwarded nor stored", async () => {
  await using provider = await openNativeProvider("bedrock");
  await using proxy = await openProxy({
    upstreams: [{ id: "own", baseUrl: provider.url, auth: { kind: "bearer" }, dialect: "bedrock" }],
  });
  provider.expect(one("bedrock-chat"));
  const client = new OpenAI({
    baseURL: proxy.url,
    apiKey: token,
    defaultHeaders: {
      "x-gaffe-aws-access-key-id": awsKeys.id,
      "x-gaffe-aws-secret-access-key": awsKeys.secret,
      "x-gaffe-aws-region": "eu-west-1",
    },
    maxRetries: 0,
  });
  const messages = [{ role: "user" as const, content: `my secret is ${awsKeys.secret}` }];
  const answer = await client.chat.completions.create({ model: "own/amazon.nova-pro-v1:0", messages });
  expect(answer).toMatchObject({ model: "amazon.nova-pro-v1:0", choices: [{ finish_reason: "stop" }] });
  expect(JSON.stringify([...spanOf(proxy.calls[0]!).attributes])).not.toContain(awsKeys.secret);
});

test("known providers are translated for chat and nothing else", async () => {
  const requestedUrls: string[] = [];
  const egress = {
    dispatch: (origin: string, { path }: { path: string }, handler: { onError?: (error: Error) => void }) => {
      requestedUrls.push(`${origin}${path}`);
      handler.onError?.(new Error("no network here"));
    },
    close: async () => undefined,
  };
  await using proxy = await openProxy({ upstreams: [] }, { egress });
  const client = new OpenAI({
    baseURL: proxy.url,
    apiKey: nativeKey,
    defaultHeaders: { "api-key": token },
    maxRetries: 0,
  });
  const createCompletion = (model: string) =>
    client.chat.completions.create({ model, messages: [{ role: "user", content: "x" }] }).catch(() => undefined);
  await createCompletion("claude-sonnet-4-5");
  await createCompletion("gemini/gemini-2.5-flash");
  await createCompletion("gemini-openai/gemini-2.5-flash");
  await client.embeddings.create({ model: "gemini/gemini-embedding-001", input: "x" }).catch(() => undefined);
  expect(requestedUrls).toEqual([
    "https://api.anthropic.com/v1/messages",
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent",
    "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
    "https://generativelanguage.googleapis.com/v1beta/openai/embeddings",
  ]);
});

const dialectsTested: readonly Dialect[] = dialects.map(({ dialect }) => dialect);
test("every dialect is tested", () => expect(dialectsTested.toSorted()).toEqual(["anthropic", "bedrock", "gemini"]));
