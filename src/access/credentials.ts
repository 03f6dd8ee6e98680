import type { IncomingHttpHeaders } from "node:http";

/**
 * The token that a request presents: header `api-key`, `x-gaffe-api-key` (Azure OpenAI clients send the provider's key
 * as `api-key`), or `Authorization: Bearer`.
 */
export function presentedToken(headers: IncomingHttpHeaders): string | undefined {
  const own = headers["x-gaffe-api-key"] ?? headers["api-key"];
  if (typeof own === "string") return own.trim();
  return /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1];
}
