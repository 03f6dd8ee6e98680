import { expect, test } from "vitest";
import { providers } from "../../packages/genai-wire/src/providers/index.ts";
import { type ProxySettings, routeOf } from "../../src/providers/upstream.ts";

const none: ProxySettings = { upstreams: [] };
const local: ProxySettings = {
  upstreams: [{ id: "local", baseUrl: "http://10.0.0.1:8000/v1", auth: { kind: "none" } }],
  defaultUpstream: "local",
};

test.each([
  [{ model: "openai/gpt-4o" }, none, "openai", true],
  [{ model: "openrouter/meta-llama/llama-3" }, none, "openrouter", true],
  [{ named: "openrouter", model: "openai/gpt-4o" }, none, "openrouter", false],
  [{ named: "groq", model: "groq/x" }, none, "groq", false],
  [{ model: "gpt-4o" }, none, "openai", false],
  [{ model: "o3-mini" }, none, "openai", false],
  [{ model: "claude-sonnet-4-5" }, none, "anthropic", false],
  [{ model: "gemini-2.5-pro" }, none, "gemini", false],
  [{ model: "gpt-4o" }, local, "local", false],
  [{ model: "local/llama" }, local, "local", true],
  [{ model: "openai/gpt-4o" }, local, "openai", true],
  [{ model: "meta-llama/llama-3" }, local, "local", false],
  [{}, local, "local", false],
] as const)("%j is routed", (hints, settings, id, prefixed) => {
  expect(routeOf(hints, settings, providers)).toMatchObject({ kind: "routed", upstream: { id }, prefixed });
});

test.each([
  [{ model: "meta-llama/llama-3" }, "does not identify a provider: use"],
  [{ model: "llama-3" }, "default upstream"],
  [{ model: "opnai/gpt-4o" }, "did you mean openai?"],
  [{}, "names neither a model nor a provider"],
  [{ named: "https://evil.example" }, "known are openai, anthropic"],
  [{ named: "Groq" }, "did you mean groq?"],
  [{ model: "azure/gpt-4o" }, "https://{resource}.openai.azure.com/openai/v1"],
] as const)("%j is refused with advice, never sent to a guessed provider", (hints, message) => {
  const route = routeOf(hints, none, providers);
  expect(route).toMatchObject({ kind: "refused", message: expect.stringContaining(message) as string });
});

test("every provider's id is unique and its address has no trailing slash", () => {
  expect(new Set(providers.map(({ id }) => id)).size).toBe(providers.length);
  for (const { baseUrl } of providers) expect(baseUrl ?? "").not.toMatch(/\/$/);
});
