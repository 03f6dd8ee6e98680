/** The APIs the proxy forwards, each with its own shape of request, answer and stream. */
export type Api = "chat" | "completions" | "embeddings" | "responses" | "messages" | "models";

export interface Endpoint {
  readonly api: Api;
  readonly method: "GET" | "POST";
  /** Appended to the upstream's base address. */
  readonly path: string;
}

/** Paths as the client sends them, compared byte for byte: nothing is decoded or normalised on the way. */
export function endpointOf(path: string): Endpoint | undefined {
  return endpoints.get(path) ?? (path.includes("/deployments/") ? deploymentEndpoint(path) : undefined);
}

/** Azure's older paths name the deployment: `/deployments/{name}/chat/completions`. */
function deploymentEndpoint(path: string): Endpoint | undefined {
  const match = /^\/(?:v1|openai)(\/deployments\/[\w.-]+)(\/[a-z/]+)$/.exec(path);
  const known = match && endpoints.get(`/v1${match[2]}`);
  const deployed = known?.api === "chat" || known?.api === "completions" || known?.api === "embeddings";
  return match && known && deployed && !/\/\.+\//.test(path) ? { ...known, path: `${match[1]}${match[2]}` } : undefined;
}

/** What to say about a path that looks like a model API but is none that is forwarded. Undefined: it is somebody else's. */
export function strayAdvice(method: string, path: string): string | undefined {
  if (path.startsWith("/v1/v1/")) return `"/v1" stands twice in this path: leave it out of the client's base URL`;
  if (method === "POST" && endpoints.has(`/v1${path}`)) return `"/v1" is missing in the client's base URL`;
  if (!path.startsWith("/v1/") || telemetryPaths.has(path)) return undefined;
  const known = [...endpoints].map(([each, endpoint]) => `${endpoint.method} ${each}`);
  return `the proxy does not forward ${method} ${path.slice(0, 100)}; it forwards ${known.join(", ")}`;
}

/** Of OTLP/HTTP: whoever serves them answers for them. */
const telemetryPaths = new Set(["/v1/traces", "/v1/logs", "/v1/metrics"]);

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["/v1/chat/completions", { api: "chat", method: "POST", path: "/chat/completions" }],
  ["/v1/completions", { api: "completions", method: "POST", path: "/completions" }],
  ["/v1/embeddings", { api: "embeddings", method: "POST", path: "/embeddings" }],
  ["/v1/responses", { api: "responses", method: "POST", path: "/responses" }],
  ["/v1/messages", { api: "messages", method: "POST", path: "/messages" }],
  ["/v1/models", { api: "models", method: "GET", path: "/models" }],
]);
