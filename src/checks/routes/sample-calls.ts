import { z } from "zod";
import { NewDatapoint } from "../../datapoints/service.ts";

const system = `You are the assistant of a small furniture shop.
Look an order up before you speak of it. Promise no refund. Answer in two sentences.`;

const dialogs = [
  ["When will order 4471 arrive?", "Order 4471 leaves our depot on Monday. It should be with you by Wednesday."],
  ["Do you deliver to the third floor?", "We do, for 29 euros. Please tell the carrier that there is no lift."],
  ["The shelf has a scratch. What now?", "I am sorry about that. Send us a photo and we will post a new board."],
  ["Is the oak table in stock?", "Yes, four of them. Shall I put one aside until Friday?"],
  ["Can I pay in instalments?", "You can, in three or six parts without interest. Choose it at checkout."],
] as const;
const models = ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4"] as const;

/** Sample calls of a fictional application over the last 45 minutes, including failures. */
export function sampleCalls(now: number): readonly NewDatapoint[] {
  return Array.from({ length: 48 }, (_, number) =>
    z.parse(NewDatapoint, {
      ...callOf(number),
      startedAt: new Date(now - (47 - number) * 57_000 - 20_000).toISOString(),
    }),
  );
}

function callOf(number: number): z.input<typeof NewDatapoint> {
  const [question, answer] = dialogs[number % dialogs.length] ?? dialogs[0];
  const call = {
    provider: number % 3 === 2 ? "anthropic" : "openai",
    requestModel: models[number % models.length] ?? models[0],
    durationMs: 700 + ((number * 7919) % 3600),
    timeToFirstTokenMs: 180 + ((number * 37) % 300),
    input: [message("system", system), message("user", question)],
    output: answer,
    finishReasons: ["stop" as const],
    usage: { inputTokens: 320 + ((number * 53) % 600), outputTokens: 30 + ((number * 29) % 140) },
    service: "shop-assistant",
    environment: number % 7 === 0 ? "staging" : "production",
    release: number < 30 ? "2.3.0" : "2.4.0",
    sessionId: `visit-${Math.floor(number / 3)}`,
    userId: `customer-${number % 13}`,
    tags: ["sample"],
  };
  switch (number % 11) {
    case 3:
      return { ...call, output: "I'm sorry, but I can't help with that request." };
    case 5:
      return { ...call, output: `${answer} Before you decide, you may want to know that`, finishReasons: ["length"] };
    case 7:
      return {
        ...call,
        output: [],
        finishReasons: ["error"],
        error: { status: 429, code: "rate_limit_exceeded", message: "Rate limit reached. Try again in 12 s." },
      };
    case 9:
      return {
        ...call,
        tools: [
          {
            name: "find_order",
            description: "Finds an order by its number",
            parameters: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
          },
        ],
        output: [
          {
            role: "assistant",
            parts: [{ type: "tool_call", id: `call_${number}`, name: "find_order", arguments: '{"order": "forty' }],
          },
        ],
        finishReasons: ["tool_calls"],
      };
    default:
      return call;
  }
}

const message = (role: "system" | "user", text: string) => ({ role, parts: [{ type: "text" as const, text }] });
