import type { IncomingHttpHeaders } from "node:http";
import type { ProjectId } from "../../domain/ids.ts";

type Authenticated =
  | { readonly kind: "project"; readonly projectId: ProjectId }
  | { readonly kind: "refused"; readonly status: 401 | 403; readonly message: string };

/** Whose data a request brings, from its headers (gRPC metadata has the same shape); asked before a body is read. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Authenticated>;

/**
 * The token a sender presents, from the first of these that is there: `api-key`, `x-gaffe-api-key`,
 * `Authorization: Bearer`, `Authorization: Basic` with the token as password (Langfuse exporters send one so).
 */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const own = headers["api-key"] ?? headers["x-gaffe-api-key"];
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
