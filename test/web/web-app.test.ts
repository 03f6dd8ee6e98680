import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addCompression } from "../../src/server/routes/compress.ts";
import { addWebApp } from "../../src/web/routes/web-app.ts";

const script = "export const answer = 42;\n".repeat(100);
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gaffe-built-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), '<script nonce="__NONCE__">1</script><script nonce="__NONCE__">2</script>');
  writeFileSync(join(folder, "assets/main-a1b2.js"), script);
  writeFileSync(join(folder, "assets/main-a1b2.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "assets/main-a1b2.js.gz"), gzipSync(script));
  app = Fastify();
  await addWebApp(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const asset = (headers: Readonly<Record<string, string>>) =>
  app.inject({ url: "/assets/main-a1b2.js", headers: { ...headers } });

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["", undefined, (bytes: Buffer) => bytes],
] as const)("a file is sent as compressed at build time, to clients that accept %o", async (accepted, sent, read) => {
  const answer = await asset(accepted === "" ? {} : { "accept-encoding": accepted });
  expect(answer.headers["content-encoding"]).toBe(sent);
  expect(answer.headers["content-type"]).toMatch(/^(text|application)\/javascript/);
  expect(answer.headers.vary).toContain("accept-encoding");
  expect(read(answer.rawPayload).toString()).toBe(script);
});

test("a file is cached without limit, its name contains its hash; a revalidation does not send it again", async () => {
  const { headers } = await asset({ "accept-encoding": "br" });
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const again = await asset({ "accept-encoding": "br", "if-none-match": String(headers.etag) });
  expect(again.statusCode).toBe(304);
});

test.each(["/", "/p/global/", "/p/global/issues/12?tab=trace", "/d/abc", "/i/7", "/t/0af7", "/sign-in", "/join"])(
  "%s is the page, whose nonce is of this answer alone and all that its policy lets run inline",
  async (url) => {
    const [one, other] = await Promise.all([app.inject({ url }), app.inject({ url })]);
    const nonces = [...one.body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce ?? "");
    expect(new Set(nonces).size).toBe(1);
    expect(nonces[0]).toHaveLength(24);
    expect(one.headers["content-security-policy"]).toContain(`script-src 'self' 'nonce-${nonces[0]}';`);
    expect(one.headers["content-security-policy"]).not.toContain("unsafe");
    expect(one.headers["cache-control"]).toBe("no-cache");
    expect(other.body).not.toContain(nonces[0]);
  },
);

test.each(["/assets/main-0000.js", "/assets/..%2findex.html", "/assets/%2e%2e%2findex.html", "/issues", "/nosuch"])(
  "%s is not there, and no page in its place",
  async (url) => {
    const { statusCode, body } = await app.inject({ url });
    expect([403, 404]).toContain(statusCode);
    expect(body).not.toContain("nonce");
  },
);

test.each([
  ["gzip, deflate, br", 2500, "gzip"],
  ["br;q=1, gzip;q=0.2", 2500, "gzip"],
  ["gzip;q=0", 2500, undefined],
  ["", 2500, undefined],
  ["gzip", 100, undefined],
] as const)("who takes %o is sent an answer of %d characters as %s", async (accepted, length, encoding) => {
  await using api = Fastify();
  addCompression(api);
  const response = { items: ["x".repeat(length)] };
  api.get("/", () => response);
  const answer = await api.inject({ url: "/", headers: accepted === "" ? {} : { "accept-encoding": accepted } });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
  const text = encoding === undefined ? answer.rawPayload : gunzipSync(answer.rawPayload);
  expect(JSON.parse(text.toString())).toEqual(response);
});
