import type { IncomingHttpHeaders } from "node:http";

interface OriginRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Public base URL, without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * Returns whether a cookie-bearing request comes from a page of Gaffe. Another port of this machine counts as
 * the same site, so SameSite alone does not exclude its pages. A write without an origin is refused.
 */
export function isFromOwnPage({ method, headers, baseUrl }: OriginRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && !(site === "none" && isRead(method))) return false;
  const { origin } = headers;
  if (origin !== undefined) return isOwn(origin, headers, baseUrl);
  return isRead(method) || site === "same-origin";
}

/**
 * Returns whether a request without a cookie comes from a foreign page. Programs that are not browsers send no
 * origin and are allowed.
 */
export function isFromForeignPage({ headers, baseUrl }: Omit<OriginRequest, "method">): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  return (
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && !isOwn(origin, headers, baseUrl))
  );
}

const isRead = (method: string) => method === "GET" || method === "HEAD";

function isOwn(origin: string, { host }: IncomingHttpHeaders, baseUrl: string): boolean {
  return URL.canParse(origin) && (origin === new URL(baseUrl).origin || new URL(origin).host === host);
}
