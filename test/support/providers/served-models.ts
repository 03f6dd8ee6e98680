import type { Service } from "../service/service.ts";
import { apiOf } from "../service/service-api.ts";
import { chatBodyOf, completion } from "./chat-provider.ts";
import { openFakeProvider, type SeenRequest } from "./fake-provider.ts";

/** Settings for a service that calls models on this machine. */
export const loopbackAllowed = { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" };

/**
 * The models that a service calls in test runs, on loopback: a provider that responds in brackets, a driver that
 * counts its questions, and an application with sessions under `/v1/sessions`. Unexpected keys and bodies are
 * refused.
 */
export async function openServedModels(service: Service) {
  const provider = await openFakeProvider();
  provider.answerWith((seen, response) => {
    const answer = answerOf(seen);
    response.writeHead(answer === undefined ? 599 : 200, { "content-type": "application/json" });
    response.end(answer ?? '{"error":{"message":"unexpected request"}}');
  });
  const { post } = apiOf(service);
  await post("/upstreams", { id: "fake", baseUrl: provider.url });
  await post("/upstreams", { id: "free", baseUrl: provider.url, auth: "none" });
  const rows = (letters: string) => letters.split("").map((input) => ({ input }));
  await post("/scenario-sets", { name: "One row", seedData: rows("a") });
  await post("/scenario-sets", { name: "Two rows", seedData: rows("ab") });
  await post("/scenario-sets", { name: "Five rows", seedData: rows("abcde") });
  await post("/scenario-sets", { name: "Rows", seedData: rows("abcdefghijkl") });
  return provider;
}

function answerOf(seen: SeenRequest): string | undefined {
  const { url, rawHeaders } = seen;
  const authorization = rawHeaders[rawHeaders.findIndex((each) => each.toLowerCase() === "authorization") + 1];
  if (url === "/v1/chat/completions") {
    const { model, messages } = chatBodyOf(seen);
    if (model === "driver")
      return completion({ content: `Question ${messages.filter(({ role }) => role === "assistant").length + 1}` });
    return authorization === "Bearer sk-run" ? completion({ content: `<${messages.at(-1)?.content}>` }) : undefined;
  }
  if (url === "/v1/sessions") return '{"id":"s1"}';
  if (url !== "/v1/sessions/s1" || authorization !== "Bearer sealed") return undefined;
  const { snake_case: text } = JSON.parse(seen.body.toString()) as { snake_case?: string };
  return text === undefined ? undefined : JSON.stringify({ answer: { text: `The application on ${text}` } });
}
