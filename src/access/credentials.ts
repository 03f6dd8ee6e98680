import type { IncomingHttpHeaders } from "node:http";

/**
 * The token that a request presents, from the first of these that is there: `x-gaffe-api-key` (for clients whose
 * `api-key` holds the provider's key, as those of Azure OpenAI), `api-key`, `Authorization: Bearer`, or `Authorization:
 * Basic` with the token as password (Langfuse exporters send one so). gRPC metadata has the same shape.
 */
export function presentedToken(headers: IncomingHttpHeaders): string | undefined {
  const own = headers["x-gaffe-api-key"] ?? headers["api-key"];
  if (own !== undefined) return (Array.isArray(own) ? own[0] : own)?.trim();
  const [scheme, rest] = splitOnce((headers.authorization ?? "").trim(), " ");
  if (scheme.toLowerCase() === "bearer") return rest.trim();
  if (scheme.toLowerCase() === "basic") return splitOnce(Buffer.from(rest.trim(), "base64").toString("utf8"), ":")[1];
  return undefined;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
