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

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["/v1/chat/completions", { api: "chat", method: "POST", path: "/chat/completions" }],
  ["/v1/completions", { api: "completions", method: "POST", path: "/completions" }],
  ["/v1/embeddings", { api: "embeddings", method: "POST", path: "/embeddings" }],
  ["/v1/responses", { api: "responses", method: "POST", path: "/responses" }],
  ["/v1/messages", { api: "messages", method: "POST", path: "/messages" }],
  ["/v1/models", { api: "models", method: "GET", path: "/models" }],
]);
