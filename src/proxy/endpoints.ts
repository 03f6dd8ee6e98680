export type Api = "chat" | "completions" | "embeddings" | "responses" | "messages" | "models";

export interface Endpoint {
  readonly api: Api;
  readonly method: "GET" | "POST";
  /** Appended to the upstream's base address. */
  readonly path: string;
}

/** Matches paths byte for byte: nothing is decoded or normalized. */
export function endpointOf(path: string): Endpoint | undefined {
  return endpoints.get(path) ?? (path.includes("/deployments/") ? deploymentEndpoint(path) : undefined);
}

/** Matches Azure's older paths, which name the deployment: `/deployments/{name}/chat/completions`. */
function deploymentEndpoint(path: string): Endpoint | undefined {
  const match = /^\/(?:v1|openai)(\/deployments\/[\w.-]+)(\/[a-z/]+)$/.exec(path);
  const known = match && endpoints.get(`/v1${match[2]}`);
  const deployed = known?.api === "chat" || known?.api === "completions" || known?.api === "embeddings";
  return match && known && deployed && !/\/\.+\//.test(path) ? { ...known, path: `${match[1]}${match[2]}` } : undefined;
}

/** Returns advice for a path that resembles a model API but isn't forwarded, or undefined for any other path. */
export function wrongPathAdvice(method: string, path: string): string | undefined {
  if (path.startsWith("/v1/v1/")) return `"/v1" appears twice in this path: remove it from the client's base URL`;
  if (method === "POST" && endpoints.has(`/v1${path}`)) return `"/v1" is missing in the client's base URL`;
  if (!path.startsWith("/v1/") || telemetryPaths.has(path)) return undefined;
  const known = [...endpoints].map(([each, endpoint]) => `${endpoint.method} ${each}`);
  return `the proxy does not forward ${method} ${path.slice(0, 100)}; it forwards ${known.join(", ")}`;
}

/** Paths of OTLP/HTTP, which the telemetry receiver handles. */
const telemetryPaths = new Set(["/v1/traces", "/v1/logs", "/v1/metrics"]);

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["/v1/chat/completions", { api: "chat", method: "POST", path: "/chat/completions" }],
  ["/v1/completions", { api: "completions", method: "POST", path: "/completions" }],
  ["/v1/embeddings", { api: "embeddings", method: "POST", path: "/embeddings" }],
  ["/v1/responses", { api: "responses", method: "POST", path: "/responses" }],
  ["/v1/messages", { api: "messages", method: "POST", path: "/messages" }],
  ["/v1/models", { api: "models", method: "GET", path: "/models" }],
]);
