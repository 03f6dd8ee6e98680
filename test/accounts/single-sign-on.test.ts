import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SingleSignOnSettings } from "../../src/accounts/index.ts";
import { oidcClient, startOidcProvider } from "../support/providers/oidc-provider.ts";
import { startApi } from "../support/service/api.ts";
import { password, peopleOf } from "./support/person.ts";
import { ssoOf } from "./support/sso.ts";

const redirectUri = "http://gaffe.example/sso";

describe("single sign-on by a real OpenID Connect provider", () => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>;
  beforeAll(async () => {
    provider = await startOidcProvider(redirectUri);
  });
  afterAll(() => provider[Symbol.asyncDispose]());
  beforeEach(() => provider.people.clear());

  async function started(changes: Partial<SingleSignOnSettings> = {}) {
    const { id: clientId, secret: clientSecret } = oidcClient;
    const { issuer } = provider;
    const sso = { issuer, clientId, clientSecret, label: "Example", emailDomains: [], isOnly: false, ...changes };
    const api = await startApi({ authentication: { sso, now: Date.now } });
    api.clock.now = Date.now();
    return { api, ...peopleOf(api), ...ssoOf(api, provider), [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() };
  }
  const person = (subject: string, email: string, isVerified = true) =>
    provider.people.set(subject, { email, email_verified: isVerified });
  const whoIs = async (asks: ReturnType<ReturnType<typeof peopleOf>["asks"]>) => (await asks("GET", "/me")).body.who;

  test("signs in the user of a verified address, later by the subject alone, and continues to the requested page", async () => {
    await using sso = await started();
    await sso.signUp();
    expect((await sso.asks("")("GET", "/me")).body).toMatchObject({ sso: { label: "Example" }, takesPasswords: true });
    person("s1", "Ann@Example.org");
    const first = await sso.signInAs("s1", { next: "/p/global/issues?state=open" });
    expect([first.status, first.body]).toEqual([200, { next: "/p/global/issues?state=open" }]);
    expect(await whoIs(sso.asks(first.session))).toMatchObject({ email: "ann@example.org", role: "admin" });
    // The address may change at the provider, and another person may get the old one there.
    person("s1", "ann.married@example.org");
    person("s2", "ann@example.org");
    const renamed = await sso.signInAs("s1");
    expect(await whoIs(sso.asks(renamed.session))).toMatchObject({ email: "ann@example.org" });
    expect(await sso.signInAs("s2")).toMatchObject({ status: 409, session: "" });
    // The password still works next to it.
    expect((await sso.signIn({})).status).toBe(200);
    const audit = await sso.asks(first.session)("GET", "/audit-log?limit=50");
    const actions = audit.body.items.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["sso-linked", "sign-in"]));
  });

  test("an address that is not verified finds no account, and a stranger gets none", async () => {
    await using sso = await started();
    await sso.signUp();
    person("s1", "ann@example.org", false);
    person("s2", "eve@example.org");
    expect(await sso.signInAs("s1")).toMatchObject({
      status: 403,
      session: "",
      text: expect.stringMatching(/verified/),
    });
    expect(await sso.signInAs("s2")).toMatchObject({ status: 403, session: "", text: expect.stringMatching(/invit/) });
    expect(await sso.api.records.users.find("eve@example.org")).toBeUndefined();
  });

  test("a person who was invited joins with the role of the invitation and without a password", async () => {
    await using sso = await started();
    const ann = await sso.signUp();
    await sso.asks(ann)("POST", "/invitations", { email: "bob@example.org", role: "viewer" });
    person("s1", "bob@example.org");
    const bob = await sso.signInAs("s1");
    expect(await whoIs(sso.asks(bob.session))).toMatchObject({ email: "bob@example.org", role: "viewer" });
    expect((await sso.asks(ann)("GET", "/invitations")).body.items).toEqual([]);
    for (const guess of [password, "none", ""]) {
      expect((await sso.signIn({ password: guess }, "bob@example.org")).status).not.toBe(200);
    }
  });

  test("everybody of a domain joins where the operator says so, and nobody else signs in", async () => {
    await using sso = await started({ newUsers: "member", emailDomains: ["example.org"] });
    await sso.signUp();
    person("s1", "bob@example.org");
    person("s2", "eve@example.com");
    person("s3", "eve@sub.example.org");
    const bob = await sso.signInAs("s1");
    expect(bob.body.token).toMatch(/^gaffe_/);
    expect(await whoIs(sso.asks(bob.session))).toMatchObject({ email: "bob@example.org", role: "member" });
    for (const subject of ["s2", "s3"]) expect((await sso.signInAs(subject)).status).toBe(403);
    // Who leaves the domain loses access with the next sign-in.
    person("s1", "bob@example.com");
    expect((await sso.signInAs("s1")).status).toBe(403);
  });

  test("the first account needs the key of the terminal, with the provider as well", async () => {
    await using sso = await started({ newUsers: "member" });
    person("s1", "ann@example.org");
    expect(await sso.signInAs("s1")).toMatchObject({ status: 403, session: "" });
    const link = await sso.api.authenticationService.makeFirstAccountLink("here");
    const key = new URL(link.url).hash.slice(1);
    const ann = await sso.signInAs("s1", { key });
    expect(await whoIs(sso.asks(ann.session))).toMatchObject({ email: "ann@example.org", role: "admin" });
  });

  test("a second factor is the matter of the provider", async () => {
    await using sso = await started();
    const ann = await sso.signUp();
    await sso.asks(ann)("POST", "/invitations", { email: "bob@example.org", role: "member" });
    await sso.enrol(ann);
    await sso.asks(ann)("PATCH", "/account/sign-in", { requireSecondFactor: true });
    person("s1", "ann@example.org");
    person("s2", "bob@example.org");
    for (const subject of ["s1", "s2"]) {
      const { session } = await sso.signInAs(subject);
      expect((await sso.asks(session)("GET", "/monitors")).status).toBe(200);
    }
    expect((await sso.signIn({})).field).toBe("code");
  });

  test("passwords can be turned off", async () => {
    await using sso = await started({ isOnly: true });
    const link = await sso.api.authenticationService.makeFirstAccountLink("here");
    const key = new URL(link.url).hash.slice(1);
    const body = { email: "ann@example.org", password, key };
    const signUp = await sso.api.ask("POST", "/api/v1/sign-up", { token: "", body });
    expect(signUp).toMatchObject({ status: 403, text: expect.stringContaining("passwords are turned off") });
    person("s1", "ann@example.org");
    const { session } = await sso.signInAs("s1", { key });
    const admin = sso.asks(session);
    expect((await admin("GET", "/me")).body).toMatchObject({ takesPasswords: false });
    expect(await sso.signIn({})).toMatchObject({ status: 403, text: expect.stringContaining("Example") });
    const invited = await admin("POST", "/invitations", { email: "bob@example.org" });
    const joining = { key: new URL(invited.body.url).hash.slice(1), password };
    expect((await sso.api.ask("POST", "/api/v1/links/join", { token: "", body: joining })).status).toBe(403);
    expect((await admin("POST", "/me/password", { current: password, password })).status).toBe(403);
  });
});

test("without a provider in the settings there is no single sign-on", async () => {
  await using api = await startApi();
  for (const [path, body] of [
    ["start", {}],
    ["finish", { search: "?code=x&state=y" }],
  ] as const) {
    expect((await api.ask("POST", `/api/v1/sso/${path}`, { token: "", body })).status).toBe(404);
  }
});
