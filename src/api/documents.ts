import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { refusal } from "./route.ts";

const folder = join(import.meta.dirname, "../../docs");

/** The pages of docs/ as the Markdown they are, and /llms.txt, which tells a model where everything is. */
export function addDocuments(app: FastifyInstance, baseUrl: () => string): void {
  const schema = { hide: true };
  const config = { scope: "nobody" } as const;

  app.get("/llms.txt", { schema, config }, (_, reply) =>
    reply.type("text/plain; charset=utf-8").serializer(String).send(llmsText(baseUrl())),
  );

  app.get<{ Params: { "*": string } }>("/docs/*", { schema, config }, async ({ params }, reply) => {
    const page = params["*"];
    // Names of ours: no dots, so no way out of the folder.
    const text = /^([\w-]+\/)?[\w-]+\.md$/.test(page)
      ? await readFile(join(folder, page), "utf8").catch(() => undefined)
      : undefined;
    if (text === undefined) throw refusal("not-found", "there is no such page");
    return reply.type("text/markdown; charset=utf-8").serializer(String).send(text);
  });
}

/** As https://llmstxt.org has it: what this is, then where to read on. */
const llmsText = (base: string) => `# Gaffe

> Error tracking for LLM applications. Gaffe records every model call of an application (a datapoint), judges it by checks, groups what failed and what merely went wrong into issues with an explanation and the dialog, and tells people.

Everything is at ${base}. Programs send a token in the header \`api-key\` or as \`Authorization: Bearer\`; people make it under Settings, API tokens. Model calls come in over OpenTelemetry (\`POST ${base}/v1/traces\` and \`/v1/logs\`, gRPC on 4317), through an OpenAI-compatible proxy (\`${base}/v1\`), or as JSON (\`POST ${base}/api/v1/datapoints\`). An agent reads and acts over MCP at \`${base}/mcp\`.

## Use

- [API](${base}/openapi.json): OpenAPI 3.1 of /api/v1; [as a page](${base}/docs/api)
- [MCP](${base}/docs/mcp.md): tools for agents, with the configuration for Claude Code, Cursor and VS Code
- [Query language](${base}/docs/query.md): one for search, monitors, API and MCP
- [Words](${base}/docs/words.md): what each word means here

## Send model calls

- [Proxy](${base}/docs/send/proxy.md): change one line of an OpenAI, Anthropic, LangChain or AI SDK client
- [OpenTelemetry](${base}/docs/send/opentelemetry.md): six environment variables, in any language
- [Node](${base}/docs/send/instrumentation.md): a Node application, without a change to its code
- [Collector](${base}/docs/send/collector.md): beside what is exported already
- [API](${base}/docs/send/api.md): a call as JSON

## Then

- [Monitors](${base}/docs/monitors.md), [issues](${base}/docs/issues.md), [notifications](${base}/docs/notifications.md)
- [Checks of your own](${base}/docs/custom-checks.md), [judges](${base}/docs/judges.md)
- [Offline runs](${base}/docs/offline.md): the same checks before a release

## Optional

- [Settings](${base}/docs/settings.md), [accounts](${base}/docs/accounts.md), [privacy](${base}/docs/privacy.md), [reliability](${base}/docs/reliability.md)
`;
