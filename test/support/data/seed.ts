import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { capturesIn, someCaptures } from "./captures.ts";

interface Target {
  readonly url: string;
  readonly token: string;
}

/** Fills a started service with an application's telemetry: a support bot's day, and recorded exports. */
export async function seed({ url, token }: Target): Promise<void> {
  for (const capture of capturesIn(someCaptures).slice(0, 24)) {
    for (const { file, path, contentType, contentEncoding } of capture.files) {
      if (file.endsWith(".grpc")) continue;
      const raw = readFileSync(join(someCaptures, file));
      const bytes = new Uint8Array(contentEncoding === "gzip" ? gunzipSync(raw) : raw);
      await post(`${url}/v1/${path.includes("logs") ? "logs" : "traces"}`, token, contentType, bytes);
    }
  }
  await seen({ url, token }, 20);
  // One after another, because they are listed in order of arrival.
  for (let number = 63; number >= 0; number--) {
    await post(
      `${url}/api/v1/datapoints`,
      token,
      "application/json",
      JSON.stringify({ startedAt: startOf(number), ...callOf(number) }),
    );
  }
}

/** Spreads the calls over the last three quarters of an hour: older ones would be partitioned by arrival time. */
const startOf = (number: number) => new Date(Date.now() - number * 43_000).toISOString();

/** Waits until at least this many datapoints can be read, and their issues too, which are updated after rows are stored. */
export async function seen({ url, token }: Target, atLeast: number): Promise<void> {
  for (let attempts = 0; attempts < 720; attempts++) {
    const answer = await fetch(`${url}/api/v1/health`, { headers: { "api-key": token } });
    const { datapoints, pipeline } = (await answer.json()) as {
      datapoints: number;
      pipeline: { waiting: { entries: number } };
    };
    if (datapoints >= atLeast && pipeline.waiting.entries === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`fewer than ${atLeast} datapoints were processed in three minutes`);
}

async function post(
  url: string,
  token: string,
  contentType: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const headers = { "content-type": contentType, "api-key": token };
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

const questions = [
  "Where is my refund for order 8812?",
  "Can you cancel my subscription before it renews on Friday?",
  "The tracking link says delivered, but nothing arrived. What now?",
  "How do I change the delivery address of an order that is already packed?",
  "Is the blue jacket in size M back in stock?",
] as const;
const answers = [
  "Your refund of $42.10 was issued this morning. It arrives within 3 to 5 working days.",
  "I have cancelled it. You keep access until Friday, and you will not be charged again.",
  "I am sorry about that. I have opened a search with the carrier and will write to you by tomorrow noon.",
  "As long as it has not left the depot, I can change it. **New address**, please:\n\n1. Street and number\n2. Postal code\n3. City",
  "Yes: 14 pieces came in today. Shall I put one aside for you?",
] as const;
const models = ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4", "llama-3.3-70b"] as const;
const system = `You are the support assistant of an online shop.
Answer in two sentences. Be friendly and precise.
Never promise a refund before the order number was looked up.
Never tell anything of other customers.
If you cannot help, say so and offer to hand over to a person.`;

function callOf(number: number): Record<string, unknown> {
  const question = questions[number % questions.length];
  const call = {
    provider: number % 4 === 2 ? "anthropic" : number % 4 === 3 ? "together_ai" : "openai",
    requestModel: models[number % models.length],
    durationMs: 620 + ((number * 7919) % 4200),
    timeToFirstTokenMs: 180 + ((number * 31) % 300),
    input: [message("system", system), message("user", question ?? "")],
    output: answers[number % answers.length],
    finishReasons: ["stop"],
    usage: { inputTokens: 410 + ((number * 53) % 700), outputTokens: 40 + ((number * 29) % 180) },
    params: { temperature: 0.2, maxTokens: 512 },
    service: "support-bot",
    environment: number % 6 === 0 ? "staging" : "production",
    release: "1.8.2",
    userId: `user-${number % 23}`,
    sessionId: `session-${number % 31}`,
    metadata: { tenant: number % 2 ? "north" : "south" },
  };
  return { ...call, ...flawOf(number) };
}

const message = (role: string, text: string) => ({ role, parts: [{ type: "text", text }] });

/** Returns the occasional flaw of a call. */
function flawOf(number: number): Record<string, unknown> {
  const question = questions[number % questions.length] ?? "";
  switch (number % 9) {
    case 2:
      return { output: "I'm sorry, but I can't help with that request." };
    case 4:
      return {
        output: [],
        finishReasons: ["error"],
        error: {
          status: 429,
          code: "rate_limit_exceeded",
          message: "Rate limit reached for gpt-4o in organization org-4k: Limit 30000, Used 29512, Requested 1204.",
        },
      };
    case 5:
      return {
        input: [
          message("system", system),
          message("user", question),
          {
            role: "assistant",
            parts: [
              { type: "reasoning", text: "The customer asks for a refund. I need the order first." },
              {
                type: "tool_call",
                id: "call_1",
                name: "lookup_order",
                arguments: { order: 8812, fields: ["status", "refund"] },
              },
            ],
          },
          {
            role: "tool",
            parts: [
              {
                type: "tool_result",
                id: "call_1",
                name: "lookup_order",
                result: { order: 8812, status: "shipped", refund: null },
              },
            ],
          },
        ],
        tools: [
          {
            name: "lookup_order",
            description: "Finds an order",
            parameters: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
          },
        ],
        output: [
          {
            role: "assistant",
            parts: [
              { type: "tool_call", id: "call_2", name: "issue_refund", arguments: '{"order": 8812, "amount": 42.1' },
            ],
          },
        ],
        finishReasons: ["tool_calls"],
      };
    case 7:
      return number % 2
        ? { output: "", finishReasons: ["stop"], usage: { inputTokens: 412, outputTokens: 0 } }
        : { output: `${answers[2]} First of all I would like to`, finishReasons: ["length"] };
    default:
      return {};
  }
}
