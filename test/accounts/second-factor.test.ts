import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createResetLinks } from "../../src/accounts/sign-in/reset-links.ts";
import { startApi } from "../support/service/api.ts";
import { password, peopleOf } from "./support/person.ts";

const stepMs = 30_000;

describe("two-factor sign-in", () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let people: ReturnType<typeof peopleOf>;
  let ann = "";
  let secret = "";
  let recoveryCodes: readonly string[] = [];
  beforeAll(async () => {
    api = await startApi();
    people = peopleOf(api);
    ann = await people.signUp();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  test("is turned on by the password and a first code, and ends the other sessions", async () => {
    const other = await people.signIn({});
    const asks = people.asks(ann);
    expect((await asks("GET", "/me/second-factor")).body).toEqual({ recoveryCodesLeft: 0, required: false });
    expect(await asks("POST", "/me/second-factor", { password: "wrong wrong wrong" })).toMatchObject({
      status: 403,
      body: { field: "password" },
    });
    expect((await asks("POST", "/me/second-factor/confirm", { code: "123456" })).status).toBe(409);
    const begun = await asks("POST", "/me/second-factor", { password });
    expect([begun.status, begun.body.uri]).toEqual([201, expect.stringContaining(begun.body.secret)]);
    // A secret that is not confirmed does not count, and a new one replaces it.
    expect((await people.signIn({})).status).toBe(200);
    const again = await asks("POST", "/me/second-factor", { password });
    const outdated = await asks("POST", "/me/second-factor/confirm", { code: people.codeAt(begun.body.secret) });
    expect([outdated.status, outdated.body.field]).toEqual([403, "code"]);
    secret = again.body.secret;
    const confirmed = await asks("POST", "/me/second-factor/confirm", { code: people.codeAt(secret) });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    recoveryCodes = confirmed.body.recoveryCodes;
    expect((await people.asks(other.cookie)("GET", "/me/sessions")).status).toBe(401);
    expect((await asks("GET", "/me/sessions")).body.items).toHaveLength(1);
    expect((await asks("GET", "/me/second-factor")).body).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await asks("POST", "/me/second-factor", { password })).status).toBe(409);
  });

  test("asks for the code after the right password only, and takes each code once", async () => {
    const wrong = await people.signIn({ password: "wrong wrong wrong" });
    expect([wrong.status, wrong.field]).toEqual([403, undefined]);
    const without = await people.signIn({});
    expect([without.status, without.field, without.cookie]).toEqual([403, "code", ""]);
    // The code that turned it on is used up, and the one before it is too old.
    for (const code of [people.codeAt(secret), people.codeAt(secret, -1)]) {
      expect(await people.signIn({ code })).toMatchObject({ status: 403, field: "code" });
    }
    // The clock of the phone may be a step ahead.
    const ahead = people.codeAt(secret, 1);
    expect((await people.signIn({ code: `${ahead.slice(0, 3)} ${ahead.slice(3)}` })).status).toBe(200);
    expect((await people.signIn({ code: ahead })).status).toBe(403);
    api.clock.now += 2 * stepMs;
    const [one, two] = await Promise.all([0, 1].map(() => people.signIn({ code: people.codeAt(secret) })));
    expect([one?.status, two?.status].toSorted((a = 0, b = 0) => a - b)).toEqual([200, 403]);
  });

  test("takes each recovery code once, in any spelling", async () => {
    const [first = ""] = recoveryCodes;
    expect((await people.signIn({ code: first.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
    expect((await people.signIn({ code: first })).status).toBe(403);
    const left = await people.asks(ann)("GET", "/me/second-factor");
    expect(left.body.recoveryCodesLeft).toBe(9);
    api.clock.now += 2 * stepMs;
    const code = people.codeAt(secret);
    const renewed = await people.asks(ann)("POST", "/me/second-factor/recovery-codes", { password, code });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await people.signIn({ code: recoveryCodes[1] })).status).toBe(403);
    recoveryCodes = renewed.body.recoveryCodes;
  });

  test("is also needed by a password reset link", async () => {
    const user = await api.records.users.find("ann@example.org");
    const makeLink = createResetLinks({
      links: api.records.mailedLinks,
      baseUrl: () => api.url,
      now: () => api.clock.now,
    });
    const key = new URL((await makeLink({ id: user?.id ?? "", email: "ann@example.org" })).url).hash.slice(1);
    const use = (given: object) =>
      api.ask("POST", "/api/v1/password-resets/use", { token: "", body: { key, password, ...given } });
    expect(await use({})).toMatchObject({ status: 403, body: { field: "code" } });
    expect(await use({ code: "000000" })).toMatchObject({ status: 403, body: { field: "code" } });
    expect((await use({ code: recoveryCodes[0] })).status).toBe(200);
    ann = (await people.signIn({ code: recoveryCodes[1] })).cookie;
  });

  test("is required of everybody by an admin who has it, and the others can do nothing before they set it up", async () => {
    const admin = people.asks(ann);
    const invited = await admin("POST", "/invitations", { email: "bob@example.org", role: "admin" });
    const key = new URL(invited.body.url).hash.slice(1);
    await api.ask("POST", "/api/v1/links/join", { token: "", body: { key, password } });
    const bob = await people.signIn({}, "bob@example.org");
    const asBob = people.asks(bob.cookie);
    expect((await asBob("PATCH", "/account/sign-in", { requireSecondFactor: true })).status).toBe(409);
    const token = { "api-key": api.adminSecret };
    const byToken = await api.ask("PATCH", "/api/v1/account/sign-in", {
      body: { requireSecondFactor: true },
      headers: token,
    });
    expect(byToken.status).toBe(403);
    const changed = await admin("PATCH", "/account/sign-in", { requireSecondFactor: true });
    expect(changed.body).toEqual({ requireSecondFactor: true, people: 2, enrolled: 1 });

    expect((await asBob("GET", "/me")).body.who).toMatchObject({ email: "bob@example.org", isEnrolling: true });
    for (const [method, path] of [
      ["GET", "/monitors"],
      ["GET", "/users"],
      ["GET", "/me/sessions"],
      ["POST", "/tokens"],
    ] as const) {
      const { status } = await asBob(method, path, method === "POST" ? { name: "x", scopes: ["read"] } : undefined);
      expect([path, status]).toEqual([path, 403]);
    }
    const again = await people.signIn({}, "bob@example.org");
    expect(again.status).toBe(200);
    await people.enrol(again.cookie);
    expect((await people.asks(again.cookie)("GET", "/monitors")).status).toBe(200);
    expect((await people.asks(again.cookie)("GET", "/me")).body.who).not.toHaveProperty("isEnrolling");
  });

  test("is turned off by password and code, unless it is required", async () => {
    const asks = people.asks(ann);
    const remove = (given: object) => asks("POST", "/me/second-factor/remove", { password, ...given });
    api.clock.now += 2 * stepMs;
    expect((await remove({ code: people.codeAt(secret) })).status).toBe(409);
    await asks("PATCH", "/account/sign-in", { requireSecondFactor: false });
    expect((await remove({ code: "000000" })).body.field).toBe("code");
    expect((await remove({ code: people.codeAt(secret), password: "wrong wrong wrong" })).body.field).toBe("password");
    expect((await remove({ code: people.codeAt(secret) })).status).toBe(204);
    expect((await people.signIn({})).status).toBe(200);
  });

  test("leaves entries in the audit log, without a secret", async () => {
    const { items } = (await people.asks(ann)("GET", "/audit-log?limit=200")).body;
    const actions = new Set(items.map(({ action }: { action: string }) => action));
    for (const action of [
      "second-factor-on",
      "second-factor-off",
      "second-factor-refused",
      "recovery-code-used",
      "recovery-codes-renewed",
      "PATCH /account/sign-in",
    ]) {
      expect([action, actions.has(action)]).toEqual([action, true]);
    }
    const text = JSON.stringify(items);
    for (const hidden of [secret, ...recoveryCodes]) expect(text).not.toContain(hidden);
  });
});
