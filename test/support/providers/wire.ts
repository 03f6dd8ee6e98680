import { readFileSync } from "node:fs";
import { z } from "zod";

const Exchange = z.object({
  flavor: z.string(),
  path: z.string(),
  streaming: z.boolean(),
  rawRequest: z.record(z.string(), z.unknown()),
  httpStatus: z.number(),
  rawResponse: z.record(z.string(), z.unknown()),
  streamOutcome: z.string().optional(),
});
export type Exchange = z.infer<typeof Exchange>;
export const Exchanges = z.array(Exchange);

export function wire(name: string): Exchange[] {
  const file = new URL(`../../fixtures/wire/${name}.json`, import.meta.url);
  return Exchanges.parse(JSON.parse(readFileSync(file, "utf8")));
}

const sse = (data: unknown, event?: string) =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Converts a response to the provider's stream events: the recordings hold it assembled. */
export function streamed(exchange: Exchange): string {
  switch (exchange.flavor) {
    case "openai.chat":
      return chatStream(exchange);
    case "openai.responses":
      return responsesStream(exchange.rawResponse);
    case "anthropic.messages":
      return messagesStream(exchange.rawResponse);
    default:
      throw new Error(`no stream of ${exchange.flavor}`);
  }
}

type Loose = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- recorded JSON, read by its own test

function chatStream({ rawRequest, rawResponse }: Exchange): string {
  const { choices, usage, ...head } = rawResponse as Loose;
  const chunk = (more: object) => sse({ ...head, object: "chat.completion.chunk", ...more });
  const events: string[] = [];
  for (const { index, message, finish_reason } of choices as Loose[]) {
    const delta = (part: object, finish: unknown = null) =>
      chunk({ choices: [{ index, delta: part, finish_reason: finish }] });
    events.push(delta({ role: "assistant", content: "" }));
    for (const piece of pieces(message.content)) events.push(delta({ content: piece }));
    for (const piece of pieces(message.refusal)) events.push(delta({ refusal: piece }));
    for (const [index, call] of (message.tool_calls ?? []).entries()) {
      events.push(
        delta({
          tool_calls: [
            { index: index, id: call.id, type: "function", function: { name: call.function.name, arguments: "" } },
          ],
        }),
      );
      for (const piece of pieces(call.function.arguments))
        events.push(delta({ tool_calls: [{ index: index, function: { arguments: piece } }] }));
    }
    events.push(delta({}, finish_reason));
  }
  const wants = (rawRequest["stream_options"] as Loose | undefined)?.["include_usage"] === true;
  if (wants) events.push(chunk({ choices: [], usage }));
  return `${events.join("")}data: [DONE]\n\n`;
}

function responsesStream(response: Loose): string {
  const events = [
    sse(
      { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
      "response.created",
    ),
  ];
  for (const [index, item] of response["output"].entries()) {
    events.push(sse({ type: "response.output_item.added", output_index: index, item: { ...item, content: [] } }));
    for (const piece of pieces(item.content?.[0]?.text)) {
      events.push(sse({ type: "response.output_text.delta", output_index: index, item_id: item.id, delta: piece }));
    }
    events.push(sse({ type: "response.output_item.done", output_index: index, item }));
  }
  return [...events, sse({ type: "response.completed", response }, "response.completed")].join("");
}

function messagesStream(message: Loose): string {
  const { content, usage, stop_reason, stop_sequence } = message;
  const start = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const events = [sse({ type: "message_start", message: start }, "message_start"), sse({ type: "ping" }, "ping")];
  for (const [index, block] of content.entries()) {
    const delta = (part: object) => sse({ type: "content_block_delta", index, delta: part }, "content_block_delta");
    const empty = block.type === "text" ? { text: "" } : block.type === "thinking" ? { thinking: "" } : { input: {} };
    events.push(
      sse({ type: "content_block_start", index, content_block: { ...block, ...empty } }, "content_block_start"),
    );
    for (const piece of pieces(block.text)) events.push(delta({ type: "text_delta", text: piece }));
    for (const piece of pieces(block.thinking)) events.push(delta({ type: "thinking_delta", thinking: piece }));
    const input = block.input === undefined ? undefined : JSON.stringify(block.input);
    for (const piece of pieces(input)) events.push(delta({ type: "input_json_delta", partial_json: piece }));
    events.push(sse({ type: "content_block_stop", index }, "content_block_stop"));
  }
  const end = {
    type: "message_delta",
    delta: { stop_reason, stop_sequence },
    usage: { output_tokens: usage.output_tokens },
  };
  return [...events, sse(end, "message_delta"), sse({ type: "message_stop" }, "message_stop")].join("");
}

export const pieces = (text: unknown): string[] => (typeof text === "string" ? (text.match(/.{1,7}/gsu) ?? []) : []);
