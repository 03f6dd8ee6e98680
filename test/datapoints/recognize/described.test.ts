import { describe, expect, test } from "vitest";
import { conventions } from "../../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../../src/datapoints/stages/recognizer.ts";
import type { LogRecord, Span } from "../../../src/otlp/span.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { logOf, spanOf } from "../../support/data/spans.ts";
import { tracesOf } from "../../support/data/traces.ts";

// Spans written after the instrumentations' documentation and source; there are no recorded exports of these.
const recognize = createRecognizer({ conventions });
const datapointsOf = (spans: readonly Span[], logs: readonly LogRecord[] = []) =>
  tracesOf([{ spans, logs }], globalProject).flatMap((trace) => recognize(trace).datapoints);

const requestMessages = [{ role: "user", parts: [{ type: "text", text: "Weather?" }] }];
const responseMessages = [{ role: "assistant", parts: [{ type: "text", text: "Rain." }] }];
const request = { model: "gpt-4.1-mini", messages: [{ role: "user", content: "Weather?" }] };
const response = {
  id: "chatcmpl-1",
  model: "gpt-4.1-mini-2025-04-14",
  choices: [{ message: { role: "assistant", content: "Rain." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 12, completion_tokens: 3 },
};
const current = {
  "gen_ai.operation.name": "chat",
  "gen_ai.request.model": "gpt-4.1-mini",
  "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Weather?" }] }]),
  "gen_ai.output.messages": JSON.stringify([
    { role: "assistant", parts: [{ type: "text", content: "Rain." }], finish_reason: "stop" },
  ]),
  "gen_ai.usage.input_tokens": 12,
  "gen_ai.usage.output_tokens": 3,
};
const geminiRequest = {
  model: "gemini-2.5-flash",
  contents: [{ role: "user", parts: [{ text: "Weather?" }] }],
  config: { system_instruction: "Be brief." },
};
const geminiResponse = {
  content: { role: "model", parts: [{ text: "Rain." }] },
  finish_reason: "STOP",
  usage_metadata: { prompt_token_count: 12, candidates_token_count: 3 },
};

interface Case {
  readonly name: string;
  readonly convention: string;
  readonly spans: readonly Span[];
  readonly logs?: readonly LogRecord[];
}

const cases: readonly Case[] = [
  {
    name: "Pydantic AI, version 1: a list of events in one attribute",
    convention: "pydantic-ai",
    spans: [
      spanOf({
        scope: "pydantic-ai",
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.request.model": "gpt-4.1-mini",
          "gen_ai.usage.input_tokens": 12,
          "gen_ai.usage.output_tokens": 3,
          events: JSON.stringify([
            { "event.name": "gen_ai.user.message", content: "Weather?", role: "user" },
            { "event.name": "gen_ai.choice", index: 0, message: { role: "assistant", content: "Rain." } },
          ]),
        },
      }),
    ],
  },
  {
    name: "Pydantic AI, current: the agent's span repeats everything",
    convention: "pydantic-ai",
    spans: [
      spanOf({
        scope: "pydantic-ai",
        spanId: "00000000000000a1",
        attributes: { ...current, "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "a" },
      }),
      spanOf({ scope: "pydantic-ai", parentSpanId: "00000000000000a1", attributes: current }),
    ],
  },
  {
    name: "Logfire's instrumentation of OpenAI",
    convention: "pydantic-ai",
    spans: [
      spanOf({
        scope: "logfire.openai",
        attributes: {
          request_data: JSON.stringify(request),
          response_data: JSON.stringify({ message: { role: "assistant", content: "Rain." }, usage: response.usage }),
          "gen_ai.request.model": "gpt-4.1-mini",
        },
      }),
    ],
  },
  {
    name: "Spring AI: messages in log records, a client span around the model's",
    convention: "spring-ai",
    spans: [
      spanOf({
        scope: "org.springframework.boot",
        spanId: "00000000000000a1",
        name: "spring_ai chat_client",
        attributes: { "spring.ai.kind": "chat_client", "gen_ai.operation.name": "framework" },
      }),
      spanOf({
        scope: "org.springframework.boot",
        parentSpanId: "00000000000000a1",
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.system": "openai",
          "gen_ai.request.model": "gpt-4.1-mini",
          "gen_ai.usage.input_tokens": 12,
          "gen_ai.usage.output_tokens": 3,
        },
      }),
    ],
    logs: [
      logOf({
        scope: "org.springframework.ai.chat.observation.ChatModelPromptContentObservationHandler",
        body: "Chat Model Prompt Content:\nWeather?",
      }),
      logOf({
        scope: "org.springframework.ai.chat.observation.ChatModelCompletionObservationHandler",
        body: "Chat Model Completion:\nRain.",
      }),
    ],
  },
  {
    name: "Semantic Kernel: content events",
    convention: "semantic-kernel",
    spans: [
      spanOf({
        scope: "Microsoft.SemanticKernel.Diagnostics",
        attributes: {
          "gen_ai.operation.name": "chat.completions",
          "gen_ai.system": "openai",
          "gen_ai.request.model": "gpt-4.1-mini",
          "gen_ai.usage.prompt_tokens": 12,
          "gen_ai.usage.completion_tokens": 3,
        },
        events: [
          {
            name: "gen_ai.content.prompt",
            timeNs: 1n,
            attributes: new Map([["gen_ai.prompt", JSON.stringify([{ role: "user", content: "Weather?" }])]]),
          },
          {
            name: "gen_ai.content.completion",
            timeNs: 2n,
            attributes: new Map([["gen_ai.completion", JSON.stringify([{ role: "Assistant", content: "Rain." }])]]),
          },
        ],
      }),
    ],
  },
  {
    name: "Microsoft Agent Framework among workflow spans",
    convention: "agent-framework",
    spans: [
      spanOf({
        scope: "agent_framework",
        spanId: "00000000000000a1",
        name: "workflow.run",
        attributes: { "workflow.id": "w" },
      }),
      spanOf({
        scope: "agent_framework",
        parentSpanId: "00000000000000a1",
        attributes: { ...current, "gen_ai.provider.name": "openai" },
      }),
    ],
  },
  {
    name: "AgentCore: the AWS distribution moved the content into a log record",
    convention: "strands",
    spans: [
      spanOf({
        scope: "strands.telemetry.tracer",
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.system": "strands-agents",
          "gen_ai.request.model": "gpt-4.1-mini",
          "gen_ai.usage.input_tokens": 12,
          "gen_ai.usage.output_tokens": 3,
        },
      }),
    ],
    logs: [
      logOf({
        eventName: "strands.telemetry.tracer",
        body: {
          input: { messages: [{ role: "user", content: "Weather?" }] },
          output: { messages: [{ role: "assistant", content: "Rain." }] },
        },
      }),
    ],
  },
  {
    name: "LiveKit: one request, two attempts",
    convention: "livekit",
    spans: [
      spanOf({
        scope: "livekit-agents",
        name: "llm_request",
        spanId: "00000000000000a1",
        attributes: {
          "gen_ai.request.model": "gpt-4.1-mini",
          "gen_ai.usage.input_tokens": 12,
          "gen_ai.usage.output_tokens": 3,
          "lk.pii.chat_ctx": JSON.stringify({ items: [{ type: "message", role: "user", content: ["Weather?"] }] }),
          "lk.pii.response.text": "Rain.",
        },
      }),
      spanOf({
        scope: "livekit-agents",
        name: "llm_request_run",
        spanId: "00000000000000a2",
        parentSpanId: "00000000000000a1",
        status: "error",
        attributes: { "gen_ai.request.model": "gpt-4.1-mini" },
      }),
      spanOf({
        scope: "livekit-agents",
        name: "llm_request_run",
        spanId: "00000000000000a3",
        parentSpanId: "00000000000000a1",
        attributes: { "gen_ai.request.model": "gpt-4.1-mini" },
      }),
    ],
  },
  {
    name: "MLflow: every attribute is JSON",
    convention: "mlflow",
    spans: [
      spanOf({
        attributes: {
          "mlflow.spanType": '"CHAT_MODEL"',
          "mlflow.spanInputs": JSON.stringify(request),
          "mlflow.spanOutputs": JSON.stringify(response),
        },
      }),
    ],
  },
  {
    name: "CrewAI's telemetry next to LiteLLM through OpenInference",
    convention: "openinference",
    spans: [
      spanOf({
        scope: "crewai.telemetry",
        spanId: "00000000000000a1",
        name: "Task Created",
        attributes: { crew_key: "k" },
      }),
      spanOf({
        scope: "openinference.instrumentation.litellm",
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.model_name": "gpt-4.1-mini",
          "input.value": JSON.stringify(request),
          "input.mime_type": "application/json",
          "output.value": JSON.stringify(response),
          "llm.token_count.prompt": 12,
          "llm.token_count.completion": 3,
        },
      }),
    ],
  },
  {
    name: "Genkit: the utility span repeats the model's",
    convention: "genkit",
    spans: [
      spanOf({
        scope: "genkit-tracer",
        spanId: "00000000000000a1",
        name: "generate",
        attributes: { "genkit:type": "util", "genkit:name": "generate" },
      }),
      spanOf({
        scope: "genkit-tracer",
        parentSpanId: "00000000000000a1",
        name: "openai/gpt-4.1-mini",
        attributes: {
          "genkit:type": "action",
          "genkit:metadata:subtype": "model",
          "genkit:name": "openai/gpt-4.1-mini",
          "genkit:input": JSON.stringify({
            messages: [{ role: "user", content: [{ text: "Weather?" }] }],
            config: { temperature: 0.2 },
          }),
          "genkit:output": JSON.stringify({
            message: { role: "model", content: [{ text: "Rain." }] },
            finishReason: "stop",
            usage: { inputTokens: 12, outputTokens: 3 },
          }),
        },
      }),
    ],
  },
  {
    name: "Google ADK: call_llm around the provider's own generate_content",
    convention: "google-adk",
    spans: [
      spanOf({
        scope: "gcp.vertex.agent",
        name: "call_llm",
        spanId: "00000000000000a1",
        attributes: {
          "gen_ai.system": "gcp.vertex.agent",
          "gen_ai.request.model": "gemini-2.5-flash",
          "gcp.vertex.agent.llm_request": JSON.stringify(geminiRequest),
          "gcp.vertex.agent.llm_response": JSON.stringify(geminiResponse),
        },
      }),
      spanOf({
        scope: "opentelemetry.instrumentation.google_genai",
        parentSpanId: "00000000000000a1",
        attributes: {
          "gen_ai.operation.name": "generate_content",
          "gen_ai.system": "gemini",
          "gen_ai.request.model": "gemini-2.5-flash",
          "gen_ai.usage.input_tokens": 12,
          "gen_ai.usage.output_tokens": 3,
        },
      }),
    ],
  },
  {
    name: "Laminar: whole messages on an LLM span",
    convention: "laminar",
    spans: [
      spanOf({
        scope: "lmnr",
        attributes: {
          "lmnr.span.type": "LLM",
          "gen_ai.request.model": "gpt-4.1-mini",
          "lmnr.span.input": JSON.stringify(request.messages),
          "lmnr.span.output": JSON.stringify(response),
          "gen_ai.usage.input_tokens": 12,
          "gen_ai.usage.output_tokens": 3,
        },
      }),
    ],
  },
  {
    name: "Claude Code: words in log records of the interaction",
    convention: "claude-code",
    spans: [
      spanOf({
        scope: "com.anthropic.claude_code.tracing",
        name: "claude_code.interaction",
        spanId: "00000000000000a1",
      }),
      spanOf({
        scope: "com.anthropic.claude_code.tracing",
        name: "claude_code.llm_request",
        parentSpanId: "00000000000000a1",
        attributes: {
          model: "claude-sonnet-4-5",
          input_tokens: 2,
          cache_read_tokens: 10,
          output_tokens: 3,
          request_id: "req_1",
          success: true,
        },
      }),
    ],
    logs: [
      logOf({ spanId: "00000000000000a1", attributes: { "event.name": "user_prompt", prompt: "Weather?" } }),
      logOf({
        spanId: "00000000000000a1",
        timeNs: 1_790_000_000_900_000_000n,
        attributes: { "event.name": "assistant_response", response: "Rain." },
      }),
    ],
  },
  {
    name: "Vercel AI under Sentry: renamed, the system prompt apart",
    convention: "sentry",
    spans: [
      spanOf({
        scope: "@sentry/node",
        spanId: "00000000000000a1",
        attributes: {
          "sentry.op": "gen_ai.invoke_agent",
          "gen_ai.request.model": "gpt-4.1-mini",
          "gen_ai.usage.input_tokens": 12,
        },
      }),
      spanOf({
        scope: "@sentry/node",
        parentSpanId: "00000000000000a1",
        attributes: {
          "sentry.op": "gen_ai.generate_content",
          "gen_ai.request.model": "gpt-4.1-mini",
          "gen_ai.request.messages": JSON.stringify([{ role: "user", content: "Weather?" }]),
          "gen_ai.response.text": "Rain.",
          "gen_ai.usage.input_tokens": 12,
          "gen_ai.usage.output_tokens": 3,
        },
      }),
    ],
  },
];

describe("instrumentations known from their description", () => {
  test.each(cases)("$name: one datapoint with its words and counts", ({ convention, spans, logs }) => {
    const datapoints = datapointsOf(spans, logs);
    expect(datapoints).toHaveLength(1);
    const [datapoint] = datapoints;
    expect(datapoint).toMatchObject({
      convention,
      output: responseMessages,
      usage: { inputTokens: 12, outputTokens: 3 },
    });
    expect(datapoint?.input.filter((message) => message.role !== "system")).toEqual(requestMessages);
  });
});

test("two instrumentations of one call, nested or side by side, are one datapoint", () => {
  const id = { "gen_ai.response.id": "chatcmpl-1" };
  const outer = spanOf({ scope: "a", spanId: "00000000000000a1", attributes: { ...current, ...id } });
  const inner = spanOf({
    scope: "b",
    spanId: "00000000000000a2",
    parentSpanId: "00000000000000a1",
    attributes: { ...current, ...id },
  });
  const { parentSpanId: _, ...unparented } = inner;
  expect(datapointsOf([inner, outer]).map((one) => one.spanIds)).toEqual([["00000000000000a1", "00000000000000a2"]]);
  expect(datapointsOf([unparented, outer])).toHaveLength(1);
});

test("operation details in three events of one attribute each are one account", () => {
  const attribute = (key: string, value: unknown) => ({
    name: "gen_ai.client.inference.operation.details",
    timeNs: 1n,
    attributes: new Map([[key, JSON.stringify(value)]]),
  });
  const [datapoint] = datapointsOf([
    spanOf({
      scope: "strands-agents",
      attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4.1-mini" },
      events: [
        attribute("gen_ai.system_instructions", [{ type: "text", content: "Be brief." }]),
        attribute("gen_ai.input.messages", [{ role: "user", parts: [{ type: "text", content: "Weather?" }] }]),
        attribute("gen_ai.output.messages", [{ role: "assistant", parts: [{ type: "text", content: "Rain." }] }]),
      ],
    }),
  ]);
  expect(datapoint).toMatchObject({
    input: [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }, ...requestMessages],
    output: responseMessages,
  });
});

test("equal sibling calls are two datapoints", () => {
  const twice = ["00000000000000a1", "00000000000000a2"].map((spanId) => spanOf({ spanId, attributes: current }));
  expect(datapointsOf(twice)).toHaveLength(2);
});

test("a cached response with the id of the first one is a separate call", () => {
  const id = { "gen_ai.response.id": "chatcmpl-1" };
  const first = spanOf({ spanId: "00000000000000a1", attributes: { ...current, ...id } });
  const again = spanOf({
    spanId: "00000000000000a2",
    startNs: first.endNs * 2n,
    endNs: first.endNs * 2n + 1n,
    attributes: { ...current, ...id },
  });
  expect(datapointsOf([first, again])).toHaveLength(2);
});

test("messages whose span never came are a partial datapoint under the span's own id", () => {
  const logs = [logOf({ attributes: { "event.name": "gen_ai.user.message" }, body: { content: "Weather?" } })];
  const [partial] = datapointsOf([], logs);
  const [whole] = datapointsOf([spanOf({ attributes: { ...current, "gen_ai.input.messages": "" } })], logs);
  expect(partial).toMatchObject({ flags: ["partial"], input: requestMessages });
  expect(whole).toMatchObject({ id: partial?.id, flags: [], input: requestMessages });
});

test("session, user and tags come from above, and from the one span that has them", () => {
  const root = spanOf({
    spanId: "00000000000000a1",
    attributes: { "session.id": "s1", "user.id": "u1", "langfuse.trace.tags": ["beta"] },
  });
  const [below] = datapointsOf([root, spanOf({ parentSpanId: "00000000000000a1", attributes: current })]);
  expect(below).toMatchObject({ sessionId: "s1", userId: "u1", tags: ["beta"], service: "app" });
  const [sibling] = datapointsOf([root, spanOf({ attributes: current })]);
  expect(sibling).toMatchObject({ sessionId: "s1", userId: "u1" });
});

test("the HTTP status of a failed call comes from the client's span below it", () => {
  const failed = spanOf({
    spanId: "00000000000000a1",
    status: "error",
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4.1-mini" },
  });
  const http = spanOf({ parentSpanId: "00000000000000a1", attributes: { "http.response.status_code": 429 } });
  expect(datapointsOf([failed, http])[0]?.error).toEqual({
    type: "rate_limited",
    status: 429,
    decidedBy: "status",
    certainty: 0.6,
  });
});
