import type { IncomingHttpHeaders } from "node:http";
import { isLoopbackOnly } from "../app/settings/settings.ts";

/**
 * True for a request that a person or program on this machine made on purpose: it comes over loopback, names this
 * machine as its host (a page that rebinds its own name to 127.0.0.1 names itself), was not passed on by a proxy and,
 * where a browser sent it, comes from a page of ours.
 */
export function isLocalRequest(headers: IncomingHttpHeaders, remoteAddress: string | undefined): boolean {
  const address = (remoteAddress ?? "").replace(/^::ffff:/, "");
  const site = headers["sec-fetch-site"];
  return (
    isLoopbackOnly(address) &&
    isLocalName(hostOf(`http://${headers.host ?? ""}`)) &&
    headers.forwarded === undefined &&
    headers["x-forwarded-for"] === undefined &&
    (headers.origin === undefined || headers.origin === `http://${headers.host}`) &&
    (site === undefined || site === "same-origin" || site === "none")
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : "");

const isLocalName = (name: string) => isLoopbackOnly(name.replace(/^\[|\]$/g, ""));
