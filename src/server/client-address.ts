import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";

export type ClientAddress = (headers: IncomingHttpHeaders, remoteAddress: string | undefined) => string;

/**
 * Returns the client's address: the last address of `X-Forwarded-For` that is not a trusted proxy, read only
 * where the connection itself comes from one.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createIsTrustedProxy(trustedProxies);

  return (headers, remoteAddress) => {
    const forwarded = headers["x-forwarded-for"];
    const named = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? "")).split(",");
    const hops = [...named.map((hop) => plain(hop.trim())), plain(remoteAddress ?? "")];
    let from = hops.length - 1;
    while (from > 0 && isTrusted(hops[from] ?? "") && isIP(hops[from - 1] ?? "") !== 0) from--;
    return hops[from] ?? "";
  };
}

/** Returns a function that tells whether an address is one of the reverse proxies in front of the service. */
export function createIsTrustedProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const block of trustedProxies) {
    const [address = "", bits] = block.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

const plain = (address: string) => address.replace(/^::ffff:/, "");
