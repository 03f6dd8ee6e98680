import type { IncomingHttpHeaders } from "node:http";

interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Address that people use, without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * True for what a browser sends from a page of ours, for a request that carries a cookie. Another port of this machine
 * counts as the same site, so SameSite alone does not keep its pages out. A write without any word of where it comes
 * from is not believed.
 */
export function isFromOwnPage({ method, headers, baseUrl }: Asked): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && !(site === "none" && isRead(method))) return false;
  const { origin } = headers;
  if (origin !== undefined) return isOwn(origin, headers, baseUrl);
  return isRead(method) || site === "same-origin";
}

/** The same for a request without a cookie: programs that are no browsers name no origin, and may come. */
export function isFromForeignPage({ headers, baseUrl }: Omit<Asked, "method">): boolean {
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
