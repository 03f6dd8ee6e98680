import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, expect, test } from "vitest";
import type { ProxySettings } from "../../../src/providers/upstream.ts";
import { createEgress } from "../../../src/proxy/relay/egress.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { json, openProxy, send } from "../../support/providers/proxy.ts";

const metadata = ["169.254.169.254", "169.254.170.2", "168.63.129.16"];
const addresses =
  `127.0.0.1 127.255.0.9 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 198.18.0.1 ${metadata.join(" ")}`.split(
    " ",
  );
const hex = (byte: number) => byte.toString(16).padStart(2, "0");

/** Returns the ways to write one IPv4 address in URLs, resolvers and IPv6. */
function spellingsOf(address: string): string[] {
  const bytes = address.split(".").map(Number);
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const [high, low] = [bytes.slice(0, 2), bytes.slice(2)].map((pair) => pair.map(hex).join(""));
  const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join("."),
    bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
    `${bytes[0]}.${number % 2 ** 24}`,
    wide(address),
    address.replaceAll(".", "。"),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[64:ff9b::${address}]`,
    `[2002:${high}:${low}::]`,
  ];
}

const others = `localhost LOCALHOST %6cocalhost ⓛocalhost ①②⑦.⓪.⓪.① 127.1 127.0.1 0 0x7f.1 [::] [::1] [0:0:0:0:0:0:0:1] [::127.0.0.1]
[fe80::1] [fd00:ec2::254] [fd20:ce::254] [fc00::1] [fec0::1] [ff02::1] [64:ff9b:1::1] [100::1] [2001::1] [2001:db8::1] [3fff::1]`;
const hosts = [...addresses.flatMap(spellingsOf), ...others.split(/\s+/)];
const upstreamsAt = (names: readonly string[], port: number) => ({
  upstreams: names.map((host, index) => ({
    id: `u${index}`,
    baseUrl: `http://${host}:${port}/v1`,
    auth: { kind: "bearer" as const },
  })),
});
const call = (port: number, id: string) =>
  send(port, { path: "/v1/chat/completions", headers: json, body: `{"model":"${id}/m"}` });

test(`none of ${hosts.length} spellings of an address inside is dialled`, async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(upstreamsAt(hosts, provider.port), {}, []);
  const codes = await Promise.all(
    hosts.map(
      async (host, index) => `${host} ${String((await call(proxy.port, `u${index}`)).headers["x-gaffe-error"])}`,
    ),
  );
  expect(codes.filter((each) => !each.endsWith(" upstream_not_allowed"))).toEqual([]);
  expect(provider.sockets.size).toBe(0);
});

test("no list of an operator's opens the metadata of a cloud", async () => {
  const names = metadata.flatMap(spellingsOf).filter((host) => !host.startsWith("[2002"));
  await using proxy = await openProxy(upstreamsAt(names, 80), {}, ["0.0.0.0/0", "::/0"]);
  const codes = await Promise.all(names.map(async (_, index) => (await call(proxy.port, `u${index}`)).status));
  expect(new Set(codes)).toEqual(new Set([403]));
});

const lookup = dns.lookup;
afterEach(() => answerNames(lookup));

function answerNames(by: unknown): void {
  (dns as { lookup: unknown }).lookup = by;
  syncBuiltinESMExports();
}

type LookupCallback = (error: null, addresses: readonly { address: string; family: 4 }[]) => void;

test.each([
  ["of which one is not allowed is not dialled at all", [["127.0.0.2", "127.0.0.1"]], "upstream_not_allowed"],
  [
    "that changes after it was looked up is dialled where it was looked at",
    [["127.0.0.2"], ["127.0.0.1"]],
    "upstream_unreachable",
  ],
] as const)("a name %s", async (_, answers, code) => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(upstreamsAt(["rebinding.example"], provider.port), {}, ["127.0.0.2"]);
  let lookups = 0;
  answerNames((_host: string, _options: object, done: LookupCallback) => {
    const list = answers[lookups++] ?? [];
    done(
      null,
      list.map((address) => ({ address, family: 4 })),
    );
  });
  expect((await call(proxy.port, "u0")).headers["x-gaffe-error"]).toBe(code);
  expect([lookups, provider.sockets.size]).toEqual([1, 0]);
});

test("an upstream that is the proxy itself is not called, however its address is written; its neighbor is", async () => {
  let ownPort = 0;
  const egress = createEgress({ guard: () => true, connectTimeoutMs: 60_000, ownPort: () => ownPort });
  const names = ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"];
  const settings: Mutable<ProxySettings> = { upstreams: [] };
  await using neighbour = await openFakeProvider();
  neighbour.answerWith((_, response) => response.end("{}"));
  await using proxy = await openProxy(settings, { egress });
  ownPort = proxy.port;
  settings.upstreams = upstreamsAt(names, ownPort).upstreams;
  for (const index of names.keys()) {
    const { status, headers } = await call(proxy.port, `u${index}`);
    expect([status, headers["x-gaffe-error"], headers["x-gaffe-acts"]]).toEqual([508, "loop_detected", "operator"]);
  }
  expect(proxy.calls).toHaveLength(names.length);
  settings.upstreams = upstreamsAt(names, neighbour.port).upstreams;
  expect((await call(proxy.port, "u0")).status).toBe(200);
});

type Mutable<Thing> = { -readonly [Name in keyof Thing]: Thing[Name] };
