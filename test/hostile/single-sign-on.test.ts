import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFlowCookie } from "../../src/accounts/single-sign-on/flow-cookie.ts";
import { createSealedBox } from "../../src/platform/crypto/sealed-box.ts";
import { peopleOf } from "../accounts/support/person.ts";
import { ssoOf } from "../accounts/support/sso.ts";
import { testBox } from "../support/engines/sealed-box.ts";
import { oidcClient, startOidcProvider } from "../support/providers/oidc-provider.ts";
import { startApi } from "../support/service/api.ts";

let provider: Awaited<ReturnType<typeof startOidcProvider>>;
let api: Awaited<ReturnType<typeof startApi>>;
let sso: ReturnType<typeof ssoOf>;

const settingsAt = (issuer: string) => ({
  issuer,
  clientId: oidcClient.id,
  clientSecret: oidcClient.secret,
  label: "Example",
  emailDomains: [],
  isOnly: false,
});

beforeAll(async () => {
  provider = await startOidcProvider("http://gaffe.example/sso");
  provider.people.set("ann", { email: "ann@example.org", email_verified: true });
  provider.people.set("eve", { email: "eve@example.org", email_verified: true });
});
beforeEach(async () => {
  api = await startApi({ authentication: { sso: settingsAt(provider.issuer), now: Date.now } });
  sso = ssoOf(api, provider);
  await peopleOf(api).signUp();
  return () => api[Symbol.asyncDispose]();
});
afterAll(() => provider[Symbol.asyncDispose]());

test("a response that another browser, or nobody, started is refused", async () => {
  // Eve makes Ann's browser finish Eve's sign-in, or the other way round.
  const [ofAnn, ofEve] = [await sso.start(), await sso.start()];
  const { search } = await provider.visit(ofEve.url, "eve");
  expect(await sso.finish(search, "")).toMatchObject({ status: 403, session: "" });
  expect(await sso.finish(search, ofAnn.cookie)).toMatchObject({ status: 403, session: "" });
  const forged = search.replace(/state=[^&]*/, `state=${new URL(ofAnn.url).searchParams.get("state")}`);
  // The right state, but a code that belongs to another nonce and another verifier.
  expect(await sso.finish(forged, ofAnn.cookie)).toMatchObject({ status: 403, session: "" });
  const without = search.replace(/&?state=[^&]*/, "");
  expect(await sso.finish(without, ofEve.cookie)).toMatchObject({ status: 403, session: "" });
});

test("a code works once", async () => {
  const { url, cookie } = await sso.start();
  const { search } = await provider.visit(url, "ann");
  expect((await sso.finish(search, cookie)).status).toBe(200);
  expect(await sso.finish(search, cookie)).toMatchObject({ status: 403, session: "" });
});

test("a token with another nonce is refused although state, code and verifier are right", async () => {
  const { url, cookie } = await sso.start();
  const other = new URL(url);
  other.searchParams.set("nonce", "another");
  const { search } = await provider.visit(other.href, "ann");
  expect(await sso.finish(search, cookie)).toMatchObject({ status: 403, session: "" });
});

test("a response of another issuer is refused", async () => {
  const { url, cookie } = await sso.start();
  const { search } = await provider.visit(url, "ann");
  const mixedUp = search.replace(/iss=[^&]*/, `iss=${encodeURIComponent("https://evil.example")}`);
  expect(mixedUp).not.toBe(search);
  expect(await sso.finish(mixedUp, cookie)).toMatchObject({ status: 403, session: "" });
});

test("a provider that calls itself otherwise than in the settings is not used", async () => {
  const forward = async (path: string, response: ServerResponse) => {
    const answer = await fetch(`${provider.issuer}${path}`);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  };
  const server = createServer((request, response) => void forward(request.url ?? "", response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await using foreign = await startApi({ authentication: { sso: settingsAt(`http://127.0.0.1:${port}`) } });
  expect((await ssoOf(foreign, provider).start()).status).toBe(503);
  server.close();
  server.closeAllConnections();
  await once(server, "close");
});

test("a provider that does not respond is unavailable, and passwords still work", async () => {
  await using alone = await startApi({ authentication: { sso: settingsAt("http://127.0.0.1:9") } });
  expect((await ssoOf(alone, provider).start()).status).toBe(503);
  await peopleOf(alone).signUp();
  expect((await peopleOf(alone).signIn({})).status).toBe(200);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "",
  " /",
  `/${"x".repeat(1001)}`,
])("the page to continue to cannot be %j", async (next) => {
  expect((await sso.start({ next })).status).toBe(400);
});

test.each([
  "",
  "?",
  "?code=x",
  "?error=access_denied&state=x",
  `?code=${"x".repeat(7000)}&state=y`,
  "\u0000",
  "?code[]=x",
])("the response %j is refused", async (search) => {
  const { cookie } = await sso.start();
  expect(await sso.finish(search, cookie)).toMatchObject({ status: 403, session: "" });
});

test("the cookie of a started sign-in is sealed, and ends after ten minutes", async () => {
  const { cookie, url } = await sso.start({ next: "/p/secret" });
  const shown = new URL(url).searchParams;
  for (const hidden of ["/p/secret", shown.get("nonce") ?? "", shown.get("state") ?? ""]) {
    expect(decodeURIComponent(cookie)).not.toContain(hidden);
  }
  expect(shown.get("code_challenge_method")).toBe("S256");
  const clock = { now: 0 };
  const flows = createFlowCookie({ box: testBox, overTls: true, now: () => clock.now });
  const flow = { state: "s", nonce: "n", verifier: "v", next: "/" };
  const given = flows.give(flow);
  expect(given).toMatch(/^__Host-gaffe_sso=.*; HttpOnly; SameSite=Strict; Secure$/);
  const pair = given.split(";")[0] ?? "";
  expect(flows.read({ cookie: pair })).toMatchObject(flow);
  expect(flows.read({ cookie: `${pair}; ${pair}` })).toBeUndefined();
  expect(flows.read({ cookie: `${pair}x` })).toBeUndefined();
  const others = createFlowCookie({ box: createSealedBox(["x".repeat(32)]), overTls: true, now: () => 0 });
  expect(others.read({ cookie: pair })).toBeUndefined();
  clock.now = 10 * 60_000;
  expect(flows.read({ cookie: pair })).toBeUndefined();
});
