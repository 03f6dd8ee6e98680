import type { IncomingHttpHeaders } from "node:http";
import { unquoted } from "../../platform/json/unquoted.ts";

/**
 * The token that a request presents, from the first of these that is there: `x-gaffe-api-key` (for clients whose
 * `api-key` holds the provider's key, as those of Azure OpenAI), `api-key`, `Authorization: Bearer`, or `Authorization:
 * Basic` with the token as password (Langfuse exporters send one so). gRPC metadata has the same shape. What a file of
 * variables or a sender's parser left around it is taken away: quotation marks, a blank that stayed encoded, a scheme
 * that was forgotten.
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
