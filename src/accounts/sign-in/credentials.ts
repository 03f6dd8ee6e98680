import type { IncomingHttpHeaders } from "node:http";
import { unquoted } from "../../platform/json/unquoted.ts";

/**
 * Returns the token from the first of `x-gaffe-api-key` (for clients that need `api-key` for the provider,
 * such as Azure OpenAI), `api-key`, `Authorization: Bearer` or `Basic` (as password, Langfuse), or gRPC
 * metadata. Tolerates quotation marks, an encoded blank and a missing scheme.
 */
export function presentedToken(headers: IncomingHttpHeaders): string | undefined {
  const own = headers["x-gaffe-api-key"] ?? headers["api-key"];
  if (own !== undefined) return unquoted([own].flat()[0] ?? "");
  const [scheme, rest] = splitOnce((headers.authorization ?? "").trim().replace(/^(\w+)%20/, "$1 "), " ");
  if (scheme.toLowerCase() === "bearer") return unquoted(rest);
  if (scheme.startsWith("gaffe_")) return scheme;
  if (scheme.toLowerCase() === "basic") return splitOnce(Buffer.from(rest.trim(), "base64").toString("utf8"), ":")[1];
  return undefined;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
