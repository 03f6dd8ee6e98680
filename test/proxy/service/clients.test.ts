import { isDeepStrictEqual } from "node:util";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, streamText } from "ai";
import OpenAI, { AzureOpenAI } from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { spanOf } from "../../../src/proxy/recording/span.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { openProxy, token } from "../../support/providers/proxy.ts";
import { type Exchange, streamed, wire } from "../../support/providers/wire.ts";

const key = "sk-provider-key-of-the-user";
type Opened<Open extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Open>>;
let provider: Opened<typeof openFakeProvider>;
let proxy: Opened<typeof openProxy>;

beforeAll(async () => {
  provider = await openFakeProvider();
  const auth = { kind: "bearer" } as const;
  const azure = { kind: "header", header: "api-key" } as const;
  proxy = await openProxy({
    upstreams: [
      { id: "fake", baseUrl: provider.url, auth },
      { id: "my-azure", baseUrl: provider.url, auth: azure },
    ],
    defaultUpstream: "fake",
  });
});
beforeEach(() => void (proxy.calls.length = 0));
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const exchangeOf = (name: string, index = 0) => wire(name)[index]!;
/** Casts a body to its SDK's parameter type, which the compiler cannot infer for a recording. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where recordings are asserted to fit
const asParams = <T>(body: unknown) => body as T;

/** Makes the provider return each expected exchange once, in order, and 599 for anything different. */
function expecting(...exchanges: Exchange[]) {
  const left = [...exchanges];
  provider.answerWith(({ url, body, rawHeaders }, response) => {
    const next = left.shift();
    const got: unknown = JSON.parse(body.toString());
    const names = new Set(rawHeaders.map((each) => each.toLowerCase()));
    const known =
      next && url === next.path && isDeepStrictEqual(got, next.rawRequest) && rawHeaders.join().includes(key);
    if (!known || names.has("x-gaffe-api-key") || names.has(token)) {
      response.writeHead(599).end(`unexpected ${url} ${body.toString()}`);
      return;
    }
    const streams = next.streaming && next.httpStatus === 200;
    response.writeHead(next.httpStatus, {
      "content-type": streams ? "text/event-stream" : "application/json",
      "x-request-id": "req_1",
    });
    response.end(streams ? streamed(next) : JSON.stringify(next.rawResponse));
  });
}

const openAi = (more: object = {}) =>
  new OpenAI({ baseURL: proxy.url, apiKey: key, defaultHeaders: { "api-key": token }, maxRetries: 0, ...more });
const recorded = (index = 0) => spanOf(proxy.calls[index]!);

test("openai: chat, tools, several choices and images", async () => {
  for (const [name, index] of [
    ["chat", 0],
    ["tool-roundtrip", 0],
    ["tool-roundtrip", 1],
    ["n2", 0],
    ["image", 0],
  ] as const) {
    const exchange = exchangeOf(name, index);
    expecting(exchange);
    const answer = await openAi().chat.completions.create(
      asParams<OpenAI.ChatCompletionCreateParamsNonStreaming>(exchange.rawRequest),
    );
    expect(answer).toMatchObject(exchange.rawResponse);
  }
  expect(proxy.calls.map((call) => spanOf(call).status)).toEqual(Array(5).fill("unset"));
});

test("openai: a stream of text and tool calls", async () => {
  const exchange = exchangeOf("stream-tool");
  expecting(exchange);
  const chunks = await openAi().chat.completions.create(
    asParams<OpenAI.ChatCompletionCreateParamsStreaming>(exchange.rawRequest),
  );
  let finish: string | null | undefined;
  for await (const chunk of chunks) finish = chunk.choices[0]?.finish_reason ?? finish;
  expect(finish).toBe("tool_calls");
  expect(recorded().attributes.get("gen_ai.response.finish_reasons")).toEqual(["tool_calls"]);
});

test("openai: responses, streamed and not, and embeddings", async () => {
  const [tool, stream, embed] = [
    exchangeOf("responses-tool"),
    exchangeOf("responses-stream"),
    exchangeOf("embeddings"),
  ];
  expecting(tool, stream, embed);
  const answer = await openAi().responses.create(
    asParams<OpenAI.Responses.ResponseCreateParamsNonStreaming>(tool.rawRequest),
  );
  expect(answer.output.map(({ type }) => type)).toEqual(["function_call", "function_call"]);
  const events = await openAi().responses.create(
    asParams<OpenAI.Responses.ResponseCreateParamsStreaming>(stream.rawRequest),
  );
  const types: string[] = [];
  for await (const event of events) types.push(event.type);
  expect(types.at(-1)).toBe("response.completed");
  const vectors = await openAi().embeddings.create(asParams<OpenAI.EmbeddingCreateParams>(embed.rawRequest));
  expect(vectors.data.length).toBe(2);
});

test("openai: the provider's errors keep their class, body and request id", async () => {
  expecting(exchangeOf("error-401"), exchangeOf("context-length"));
  const complete = (name: string) =>
    openAi().chat.completions.create(
      asParams<OpenAI.ChatCompletionCreateParamsNonStreaming>(exchangeOf(name).rawRequest),
    );
  await expect(complete("error-401")).rejects.toMatchObject({
    status: 401,
    code: "invalid_api_key",
    requestID: "req_1",
  });
  await expect(complete("context-length")).rejects.toMatchObject({ status: 400, code: "context_length_exceeded" });
});

test("openai: its retries are forwarded, and each attempt is recorded as a separate call", async () => {
  const limited = exchangeOf("error-429");
  expecting(limited, { ...exchangeOf("chat"), rawRequest: limited.rawRequest });
  const answer = await openAi({ maxRetries: 1 }).chat.completions.create(
    asParams<OpenAI.ChatCompletionCreateParamsNonStreaming>(limited.rawRequest),
  );
  expect(answer.choices.length).toBe(1);
  expect(proxy.calls.map(({ status }) => status)).toEqual([429, 200]);
});

test("openai: an error of the proxy is identified by its code and not retried", async () => {
  const client = openAi({ maxRetries: 2, defaultHeaders: { "api-key": "wrong" } });
  const before = provider.seen.length;
  await expect(client.chat.completions.create({ model: "m", messages: [] })).rejects.toMatchObject({
    status: 401,
    code: "invalid_service_key",
  });
  expect(provider.seen.length).toBe(before);
});

test("openai: an aborted stream is cancelled upstream", async () => {
  let open = true;
  provider.answerWith((_, response) => {
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .write('data: {"id":"1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n');
    response.on("close", () => (open = false));
  });
  const stream = await openAi().chat.completions.create({ model: "m", messages: [], stream: true });
  for await (const _ of stream) break;
  await expect.poll(() => open).toBe(false);
  await expect.poll(() => proxy.calls.length).toBe(1);
  expect(recorded().attributes.get("error.type")).toBe("cancelled");
});

test("AzureOpenAI: its api-key is the provider's when the service token has the other header", async () => {
  provider.answerWith(({ rawHeaders }, response) =>
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ ...exchangeOf("chat").rawResponse, seen: rawHeaders.includes(key) })),
  );
  const headers = { "x-gaffe-api-key": token, "x-gaffe-provider": "my-azure" };
  const client = new AzureOpenAI({
    baseURL: proxy.url,
    apiKey: key,
    apiVersion: "2025-04-01",
    defaultHeaders: headers,
    maxRetries: 0,
  });
  expect(await client.chat.completions.create({ model: "m", messages: [] })).toMatchObject({ seen: true });
  expect(provider.seen.at(-1)!.url).toBe("/v1/deployments/m/chat/completions?api-version=2025-04-01");
});

test("@anthropic-ai/sdk: messages, tools, streams and errors", async () => {
  const client = new Anthropic({
    baseURL: proxy.url.replace("/v1", ""),
    apiKey: key,
    defaultHeaders: { "api-key": token },
    maxRetries: 0,
  });
  const [round, stream, broken] = [
    exchangeOf("messages-tool-roundtrip", 1),
    exchangeOf("messages-stream-tool"),
    exchangeOf("messages-error-529"),
  ];
  expecting(round, stream, broken);
  expect(
    await client.messages.create(asParams<Anthropic.MessageCreateParamsNonStreaming>(round.rawRequest)),
  ).toMatchObject({ id: round.rawResponse["id"] });
  const message = await client.messages
    .stream(asParams<Anthropic.MessageStreamParams>(stream.rawRequest))
    .finalMessage();
  expect(message.content).toMatchObject([{ type: "tool_use", input: { city: "Zürich" } }, { type: "tool_use" }]);
  await expect(
    client.messages.create(asParams<Anthropic.MessageCreateParamsNonStreaming>(broken.rawRequest)),
  ).rejects.toMatchObject({ status: 529 });
  expect(recorded(2).attributes.get("error.type")).toBe("overloaded_error");
});

test("LangChain: only address and header change", async () => {
  provider.answerWith((_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(exchangeOf("chat").rawResponse)),
  );
  const configuration = { baseURL: proxy.url, defaultHeaders: { "api-key": token } };
  const model = new ChatOpenAI({ model: "gpt-4.1-mini", apiKey: key, configuration, maxRetries: 0 });
  expect((await model.invoke("hello")).text).toContain("14 °C");
  expect(recorded().attributes.get("gen_ai.input.messages")).toContain("hello");
});

test("the Vercel AI SDK: text and stream", async () => {
  const fake = createOpenAICompatible({
    name: "fake",
    baseURL: proxy.url,
    apiKey: key,
    headers: { "api-key": token },
    includeUsage: true,
  });
  const exchange = exchangeOf("chat-stream");
  provider.answerWith(({ body }, response) => {
    const streams = body.includes('"stream":true');
    response.setHeader("content-type", streams ? "text/event-stream" : "application/json");
    response.end(streams ? streamed(exchange) : JSON.stringify(exchange.rawResponse));
  });
  const model = fake("gpt-4.1-mini");
  const whole = await generateText({ model, prompt: "hello", maxRetries: 0 });
  let text = "";
  for await (const piece of streamText({ model, prompt: "hello", maxRetries: 0 }).textStream) text += piece;
  expect(text).toBe(whole.text);
  expect(recorded(1).attributes.get("gen_ai.output.messages")).toBe(
    recorded(0).attributes.get("gen_ai.output.messages"),
  );
});
