import { BlockList, isIP } from "node:net";

/** Returns whether an IP address (not a host name) may be connected to, at `port` if it is known. */
export type AddressGuard = (address: string, port?: number) => boolean;

/** Never allowed, even if the operator lists them: link-local and cloud metadata. */
const metadata = blockList(["169.254.0.0/16", "168.63.129.16/32", "fe80::/10", "fd00:ec2::/32", "fd20:ce::254/128"]);

/** Not the public internet: IANA special-purpose registries for IPv4 and IPv6. */
const special = blockList(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
   ::/128 ::1/128 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fec0::/10 ff00::/8`.split(
    /\s+/,
  ),
);

/**
 * Allows public addresses, and other addresses inside `allow` (CIDR blocks or single addresses). IPv4 inside IPv6
 * (mapped, compatible, NAT64) is checked as the IPv4 address that it reaches. Outside the public internet the ports in
 * `refusedPorts` are refused: those of Gaffe and of its databases.
 */
export function createAddressGuard(
  allow: readonly string[] = [],
  refusedPorts: () => readonly number[] = () => [],
): AddressGuard {
  const allowed = blockList(allow);
  return (address, port) => {
    const plain = embeddedV4(address) ?? address;
    const family = isIP(plain) === 6 ? "ipv6" : "ipv4";
    if (isIP(plain) === 0 || metadata.check(plain, family)) return false;
    if (!special.check(plain, family)) return true;
    return allowed.check(plain, family) && (port === undefined || !refusedPorts().includes(port));
  };
}

function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = "", bits] = block.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Returns the IPv4 address embedded in an IPv6 address: ::ffff:a.b.c.d, ::a.b.c.d and 64:ff9b::a.b.c.d. */
function embeddedV4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = groupsOf(address);
  const [high, low] = groups.slice(6) as [number, number];
  const isOwn = high === 0 && low <= 1;
  const prefix = groups.slice(0, 6).map((group) => group.toString(16));
  const embeds = prefixes.has(prefix.join(":")) && !(isOwn && prefix.every((group) => group === "0"));
  return embeds ? `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}` : undefined;
}

/** Mapped, compatible and NAT64; of the compatible ones :: and ::1 are IPv6's own. */
const prefixes = new Set(["0:0:0:0:0:ffff", "0:0:0:0:0:0", "64:ff9b:0:0:0:0"]);

/** All eight groups, however the address was shortened. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [before = [], after = []] = plain.split("::").map((side) => side.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** Returns whether only this machine can connect. */
export function isLoopbackOnly(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
