/** Returns the network of a client: an IPv6 subscriber has a whole /64, so its addresses are counted together. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  return `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/**
 * Returns the site of a client: the /48 that an IPv6 subscriber can have at most. Coarser than `networkOf`, for limits
 * that would otherwise start again with every one of the site's 65,536 networks.
 */
export function siteOf(address: string): string {
  if (!address.includes(":")) return address;
  return `${groupsOf(address).slice(0, 3).join(":")}::/48`;
}

function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  return [...groups, ...Array.from({ length: missing }, () => "0"), ...last];
}
