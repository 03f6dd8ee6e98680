import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusal } from "../../server/service.ts";

const root = join(import.meta.dirname, "../../..");

/** Serves the pages of docs/, as Markdown or for a browser, and /llms.txt, which lists them for models. */
export function addDocuments(app: FastifyInstance, baseUrl: () => string): void {
  const schema = { hide: true };
  const config = { scope: "nobody" } as const;

  app.get("/llms.txt", { schema, config }, (_, reply) =>
    reply.type("text/plain; charset=utf-8").serializer(String).send(llmsText(baseUrl())),
  );

  app.get("/docs", { schema, config }, (_, reply) => reply.redirect("/docs/README.md"));

  const known = servedFiles();
  for (const top of new Set([...known].map((file) => file.split("/")[0] ?? ""))) {
    const path = known.has(top) ? `/${top}` : `/${top}/*`;
    // openapi.json is generated, not read.
    if (!app.hasRoute({ method: "GET", url: path }))
      app.route({ method: "GET", url: path, schema, config, handler: send });
  }

  /** Rendered pages, which change only with the program. */
  const pages = new Map<string, string>();

  async function send({ url, headers }: FastifyRequest, reply: FastifyReply) {
    const path = pathOf(url);
    if (known.has(`${path}/README.md`)) return reply.redirect(`/${path}/README.md`);
    if (!known.has(path)) throw refusal("not-found", "this documentation page does not exist");
    const file = join(root, path);
    if (path.endsWith(".png"))
      return reply
        .type("image/png")
        .serializer(asItIs)
        .send(await readFile(file));
    const text = await readFile(file, "utf8");
    reply.header("vary", "accept").serializer(asItIs);
    if (!path.endsWith(".md")) return reply.type("text/plain; charset=utf-8").send(text);
    if (headers.accept?.includes("text/html") !== true) return reply.type("text/markdown; charset=utf-8").send(text);
    const { markdownPage } = await import("./markdown-page.ts");
    return reply
      .header("content-security-policy", pagePolicy)
      .type("text/html; charset=utf-8")
      .send(pages.get(path) ?? cached(path, markdownPage(text)));
  }

  function cached(path: string, page: string): string {
    pages.set(path, page);
    return page;
  }
}

/** Returns the paths of all Markdown pages that are served. */
export const documentPages = (): readonly string[] => [...servedFiles()].filter((file) => file.endsWith(".md"));

export const documentFile = (page: string): string => join(root, page);

const asItIs = (content: unknown) => content as string;
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'";

function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split("?")[0] ?? "").replaceAll(/^\/+|\/+$/g, "");
  } catch {
    return "";
  }
}

/** They change only with the program. */
const servedFiles = (): ReadonlySet<string> => (served ??= findServedFiles());
let served: ReadonlySet<string> | undefined;

/**
 * Returns the pages of docs/ and everything they link to, as paths below `root`, so that links work as in the
 * repository and nothing else is served. Files missing in a container are omitted.
 */
function findServedFiles(): ReadonlySet<string> {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const known = new Set<string>();
  const next = pages.filter((page) => page.endsWith(".md")).map((page) => posix.join("docs", page));
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (known.has(file) || !statSync(join(root, file), { throwIfNoEntry: false })?.isFile()) continue;
    known.add(file);
    if (file.endsWith(".md")) next.push(...linksIn(readFileSync(join(root, file), "utf8"), posix.dirname(file)));
  }
  return known;
}

const linksIn = (text: string, folder: string): readonly string[] =>
  Array.from(text.matchAll(/\]\(([^)\s#]+)/g), ([, link = ""]) => link)
    .filter((link) => !/^([a-z]+:|\/)/.test(link))
    .map((link) => posix.join(folder, link))
    .filter((file) => !file.startsWith(".."));

/** Format: https://llmstxt.org */
const llmsText = (base: string) => `# Gaffe

> Error tracking for LLM applications. Gaffe records every model call of an application (a datapoint), evaluates it with checks, groups errors and failed checks into issues with an explanation and the dialog, and notifies people.

All pages are at ${base}. Programs send a token in the header \`api-key\` or as \`Authorization: Bearer\`; people make it under Settings > API Token. Model calls come in over OpenTelemetry (\`POST ${base}/v1/traces\` and \`/v1/logs\`, gRPC on 4317), through an OpenAI-compatible proxy (\`${base}/v1\`), or as JSON (\`POST ${base}/api/v1/datapoints\`). An agent reads and acts over MCP at \`${base}/mcp\`.

## Use

- [All pages](${base}/docs/README.md) of the documentation
- [API](${base}/openapi.json): OpenAPI 3.1 of /api/v1; [as a page](${base}/docs/api)
- [MCP](${base}/docs/mcp.md): tools for agents, with the configuration for Claude Code, Cursor and VS Code
- [Query language](${base}/docs/query.md): one for search, monitors, API and MCP
- [Concepts](${base}/docs/concepts.md): the terms of Gaffe

## Send model calls

- [Proxy](${base}/docs/send/proxy.md): change one line of an OpenAI, Anthropic, LangChain or AI SDK client
- [OpenTelemetry](${base}/docs/send/opentelemetry.md): six environment variables, in any language
- [Node](${base}/docs/send/instrumentation.md): a Node application, without a change to its code
- [Collector](${base}/docs/send/collector.md): next to an existing export${base}/docs/send/api.md): a call as JSON

## Then

- [Monitors](${base}/docs/monitors.md), [issues](${base}/docs/issues.md), [notifications](${base}/docs/notifications.md)
- [Custom checks](${base}/docs/custom-checks.md), [judges](${base}/docs/judges.md)
- [Test runs](${base}/docs/testing.md): the same checks before a release

## Optional

- [Settings](${base}/docs/settings.md), [accounts](${base}/docs/accounts.md), [privacy](${base}/docs/privacy.md), [reliability](${base}/docs/reliability.md)
`;
