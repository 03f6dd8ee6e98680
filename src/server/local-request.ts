import { isLoopbackOnly } from "../platform/http/address.ts";
import type { ClientRequest } from "./client-request.ts";

/**
 * Returns whether a program or page on this machine made a request intentionally: it arrives over loopback,
 * its host is this machine (a page that rebinds its name to 127.0.0.1 has another host), no reverse proxy
 * forwarded it, and it has no foreign origin.
 */
export function isLocalRequest(request: ClientRequest): boolean {
  const { headers, socket } = request;
  const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const site = headers["sec-fetch-site"];
  return (
    isLoopbackOnly(address) &&
    isLocalName(hostOf(`http://${headers.host ?? ""}`)) &&
    !isForwarded(request) &&
    (headers.origin === undefined || headers.origin === `http://${headers.host}`) &&
    (site === undefined || site === "same-origin" || site === "none")
  );
}

/**
 * Returns whether a reverse proxy may have forwarded a request: it has one of their headers, or is HTTP/1.0, which
 * nginx speaks to its upstreams by default and no client has used for decades.
 */
function isForwarded({ headers, httpVersion }: ClientRequest): boolean {
  return httpVersion === "1.0" || Object.keys(headers).some((name) => forwardingHeader.test(name));
}

const forwardingHeader =
  /^(forwarded|via|x-real-ip|x-client-ip|x-original-.+|x-forwarded-.+|cf-connecting-ip|true-client-ip)$/;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : "");

const isLocalName = (name: string) => isLoopbackOnly(name.replace(/^\[|\]$/g, ""));
