export interface Snippet {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly text: (endpoint: string) => string;
}

const throughTheProxy =
  "Through the proxy: one line changes, every call is recorded. Your provider key is passed on and never stored.";

/** Sources by their snippet. The token stays in the environment, because snippets end up in repositories. */
export const snippets: readonly Snippet[] = [
  {
    id: "python",
    name: "OpenAI, Python",
    about: throughTheProxy,
    text: (endpoint) => `import os
from openai import OpenAI

client = OpenAI(
    base_url="${endpoint}/v1",
    default_headers={"api-key": os.environ.get("GAFFE_TOKEN", "")},
)  # your provider's key stays in OPENAI_API_KEY`,
  },
  {
    id: "typescript",
    name: "OpenAI, TypeScript",
    about: throughTheProxy,
    text: (endpoint) => `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "${endpoint}/v1",
  defaultHeaders: { "api-key": process.env.GAFFE_TOKEN ?? "" },
}); // your provider's key stays in OPENAI_API_KEY`,
  },
  {
    id: "anthropic",
    name: "Anthropic, TypeScript",
    about: throughTheProxy,
    text: (endpoint) => `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: "${endpoint}",
  defaultHeaders: { "api-key": process.env.GAFFE_TOKEN ?? "" },
}); // your provider's key stays in ANTHROPIC_API_KEY`,
  },
  {
    id: "node",
    name: "Node, no code",
    about:
      "Traces OpenAI, Anthropic, Google, Bedrock, the Vercel AI SDK and LangChain from outside, messages included; nothing in the application changes.",
    text: (endpoint) => `npm install @gaffe/instrumentation
export GAFFE_ENDPOINT=${endpoint}  # and GAFFE_TOKEN, the token
node --import @gaffe/instrumentation/register app.js`,
  },
  {
    id: "otel",
    name: "OpenTelemetry",
    about:
      "For any instrumentation of model calls. Message content is off by default at most of them: the last line turns it on.",
    text: (endpoint) => `export OTEL_SERVICE_NAME=my-agent
export OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint}/otlp
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="api-key=$GAFFE_TOKEN"
export OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental
export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`,
  },
  {
    id: "collector",
    name: "Collector",
    about: "Alongside your existing exporters: send traces and logs, because messages may arrive with either.",
    text: (endpoint) => `exporters:
  otlphttp/gaffe:
    endpoint: ${endpoint}/otlp
    headers: { api-key: "\${env:GAFFE_TOKEN}" }
service:
  pipelines:
    traces: { receivers: [otlp], exporters: [otlphttp/gaffe] }
    logs: { receivers: [otlp], exporters: [otlphttp/gaffe] }`,
  },
  {
    id: "curl",
    name: "cURL",
    about: "A recorded call, sent directly.",
    text: (endpoint) => `curl ${endpoint}/api/v1/datapoints \\
  -H "content-type: application/json" \\
  -H "api-key: $GAFFE_TOKEN" \\
  -d '{"requestModel": "gpt-4o", "input": "Where is my refund?", "output": "I cannot help with that."}'`,
  },
];
