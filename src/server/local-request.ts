import type { IncomingHttpHeaders } from "node:http";
import { isLoopbackOnly } from "../platform/http/address.ts";

/**
 * Returns whether a program or page on this machine made a request intentionally: it arrives over loopback,
 * its host is this machine (a page that rebinds its name to 127.0.0.1 has another host), it has no proxy
 * headers and no foreign origin.
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
