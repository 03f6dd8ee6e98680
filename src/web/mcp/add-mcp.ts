import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { presentedToken } from "../../accounts/service.ts";
import { Failure } from "../../platform/failure.ts";
import type { JsonObject, JsonValue } from "../../platform/json/json.ts";
import type { Allow, Principal, Route } from "../../server/index.ts";
import { appLinks, fulfils, isFromForeignPage, refusal } from "../../server/service.ts";
import { type Bound, bind, type Request as ToolRequest } from "./arguments.ts";
import type { RouteResponse } from "./serve.ts";
import { textOf } from "./shown.ts";
import { tools } from "./tools.ts";

interface McpDependencies {
  readonly allow: Allow;
  /** Address for links, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly bodyBytes: number;
}

/**
 * Adds the Model Context Protocol at /mcp (streamable HTTP, stateless). A tool calls an API route inside this
 * process with the client's token, so access rights, isolation, limits and the audit log are those of the
 * route.
 */
export function addMcp(app: FastifyInstance, dependencies: McpDependencies, routes: readonly Route[]): void {
  const { allow } = dependencies;
  const bound = tools.map((tool) => bind(tool, routes));
  const principals = new WeakMap<FastifyRequest, Principal>();
  const schema = { hide: true };

  app.post("/mcp", {
    schema,
    config: { scope: "read" },
    bodyLimit: dependencies.bodyBytes,
    onRequest: async (request) => {
      principals.set(request, await admitted(request));
    },
    handler: async (request, reply) => {
      const principal = principals.get(request);
      if (!principal) throw new Failure("defect", "a tool was called without authentication");
      // Loaded at the first use, because most starts never need it.
      const { createServer, Transport } = await import("./serve.ts");
      const server = createServer(bound, {
        callRoute: (each, toolRequest) => callRoute(request, each, toolRequest),
        mayDo: (scope) => fulfils(principal, { scope }),
        links: appLinks(dependencies.baseUrl(), principal.projectId),
      });
      const transport = new Transport({ enableJsonResponse: true });
      await server.connect(transport);
      try {
        return await sent(await transport.handleRequest(asWebRequest(request), { parsedBody: request.body }), reply);
      } finally {
        await server.close();
      }
    },
  });

  // The server is stateless, so there is neither a stream to open nor a session to end.
  for (const method of ["GET", "DELETE"] as const) {
    app.route({
      method,
      url: "/mcp",
      schema,
      config: { scope: "nobody" },
      handler: (_, reply) =>
        reply
          .status(405)
          .header("allow", "POST")
          .send({ jsonrpc: "2.0", error: { code: -32000, message: `POST to this address: ${howTo}` }, id: null }),
    });
  }

  /** Accepts tokens only: a program that acts for a person gets separate rights, and a foreign page has none. */
  async function admitted(request: FastifyRequest): Promise<Principal> {
    const { headers } = request;
    if (isFromForeignPage({ headers, baseUrl: dependencies.baseUrl() })) {
      throw refusal("forbidden", "a browser may send this from Gaffe's own pages only");
    }
    if (presentedToken(headers) === undefined) throw refusal("missing-token", `send an API token: ${howTo}`);
    return allow(request, { scope: "read" });
  }

  async function callRoute(
    { headers, socket }: FastifyRequest,
    { route }: Bound,
    { path, query, body }: ToolRequest,
  ): Promise<RouteResponse> {
    const answer = await app.inject({
      method: route.method,
      url: `/api/v1${path}${searchOf(query)}`,
      remoteAddress: socket.remoteAddress ?? "",
      headers: Object.fromEntries(
        passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
      ),
      ...(body === undefined ? {} : { payload: body }),
    });
    const isJson = /^application\/(problem\+)?json\b/.test(String(answer.headers["content-type"]));
    return { status: answer.statusCode, body: isJson ? (JSON.parse(answer.body) as JsonValue) : answer.body };
  }
}

const howTo = "Authorization: Bearer <token>, see /docs/mcp.md";

/** Headers that identify the client and its address. Cookies are not forwarded. */
const passedOn = [
  "authorization",
  "api-key",
  "x-gaffe-api-key",
  "x-gaffe-project",
  "user-agent",
  "host",
  "forwarded",
  "x-forwarded-for",
] as const;

function searchOf(query: JsonObject): string {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? (value as readonly JsonValue[]) : [value])
      search.append(field, textOf(each));
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/**
 * The transport requires a web request; it reads only the method and headers, because the body is already
 * parsed.
 */
function asWebRequest({ headers, method, url }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Request(new URL(url, "http://gaffe.invalid"), { method, headers: given });
}

async function sent(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.status(answer.status);
  answer.headers.forEach((value, name) => void reply.header(name, value));
  return reply.serializer(String).send(await answer.text());
}
