import { randomUUID } from "node:crypto";
import type { ChatBody } from "./chat-provider.ts";
import { openFakeProvider, type SeenRequest } from "./fake-provider.ts";

/**
 * Starts a provider with the model `small` and the simulated customer of docs/flows; it refuses every other
 * request.
 */
export async function openFlowProvider() {
  const provider = await openFakeProvider();
  const release = () =>
    provider.answerWith((seen, response) => {
      const answer = answerOf(seen);
      response.writeHead(answer === undefined ? 599 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer ?? { error: { message: `unexpected request: ${seen.url}` } }));
    });
  release();
  return {
    ...provider,
    release,
    /** Withholds all responses until `release`. */
    hold: () => provider.answerWith(() => undefined),
  };
}

function answerOf({ url, body }: SeenRequest): object | undefined {
  if (url !== "/v1/chat/completions") return undefined;
  const chat = JSON.parse(body.toString()) as ChatBody;
  const lastMessage = chat.messages.at(-1)?.content ?? "";
  const all = chat.messages.map(({ content }) => content).join("\n");
  if (chat.model === "driver")
    return completion({
      content: all.includes("number of your order") ? "It is order 17." : "I want to return my lamp.",
    });
  if (all.includes("Answer with one word"))
    return completion({ content: /back|return/.test(lastMessage) ? "returns" : "pricing" });
  if (all.includes("the id of the page"))
    return completion({ content: lastMessage.includes("return") ? "returns" : "warranty" });
  if (all.includes("look after refunds")) {
    const order = lastMessage.startsWith("Give") ? "91" : (/\d+/.exec(lastMessage)?.[0] ?? "");
    const call = { name: "refund", arguments: JSON.stringify({ order }) };
    return completion({ content: null, tool_calls: [{ id: "c1", type: "function", function: call }] });
  }
  if (all.includes("Ask for the order's number"))
    return completion({
      content: lastMessage.includes("17")
        ? "Order 17 can be returned. Goodbye!"
        : "Gladly. What is the number of your order?",
    });
  if (all.includes("Money is not your business"))
    return completion({ content: "I'm sorry, but I can't help with that request." });
  if (all.includes("Never refuse")) return completion({ content: "I have passed this on to a colleague." });
  if (all.includes("in one sentence"))
    return completion({
      content: lastMessage.includes("cost") ? "Lamps are lovely, and so is the sea." : "Yes, gladly.",
    });
  return undefined;
}

const completion = (message: object) => ({
  // With the same id, two responses would be recorded as one call.
  id: `chatcmpl-${randomUUID()}`,
  model: "small-2026",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }],
  usage: { prompt_tokens: 12, completion_tokens: 3 },
});
