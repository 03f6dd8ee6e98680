import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthenticate } from "../../src/accounts/sign-in/authenticate.ts";
import { boxOf } from "../../src/app/engines.ts";
import { readSettings } from "../../src/app/settings/settings.ts";
import { openTestRecords } from "../support/engines/open-records.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService, testToken } from "../support/service/service.ts";
import { eventually } from "../support/service/service-api.ts";

const password = "correct horse battery";
const other = "another long sentence";

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  readonly body: any;
  readonly cookie: string;
}

const request =
  (service: Pick<Service, "url">) =>
  async (method: string, path: string, body?: unknown, headers: object = {}): Promise<Seen> => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const parsed = text === "" ? undefined : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, text, cookie, body: parsed };
  };

describe("people of an account, with a mail server", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let service: Service;
  let ann = "";

  beforeAll(async () => {
    folder = temporaryFolder();
    mail = await startMailServer();
    service = await startService({ folder: folder.path, env: { SMTP_URL: mail.url } });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await mail[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const as = (cookie: string) => ({ cookie, origin: service.url });
  const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));
  const keyIn = (text: string | undefined) => /#([0-9A-Za-z]{43})/.exec(text ?? "")?.[1] ?? "";
  const lastKeyTo = async (address: string, count = 1) => {
    const mails = await eventually(
      () => Promise.resolve(mailsTo(address)),
      (seen) => seen.length >= count,
    );
    return keyIn(mails.at(-1)?.mail.text);
  };
  const signIn = (email: string, secret: string) => request(service)("POST", "/sign-in", { email, password: secret });

  test("the first user signs up by the link that the start printed and gets an ingest token; then sign-in is required", async () => {
    expect((await request(service)("GET", "/monitors")).status).toBe(200);
    expect((await request(service)("GET", "/me")).body).toMatchObject({ who: { kind: "local" }, signUp: "first" });
    const key = keyIn(await service.signUpLink());
    const weak = await request(service)("POST", "/sign-up", { email: "ann@example.org", password: "short", key });
    expect([weak.status, weak.body.field]).toEqual([400, "password"]);
    const first = { email: "Ann@Example.org", password, key };
    const { status, body, cookie } = await request(service)("POST", "/sign-up", first);
    expect([status, body.user]).toMatchObject([201, { email: "ann@example.org", role: "admin" }]);
    expect(cookie).toMatch(/^gaffe_session=[0-9A-Za-z]{43}$/);
    ann = cookie;
    const token = { "api-key": body.token };
    expect((await request(service)("GET", "/monitors", undefined, token)).status).toBe(200);
    expect((await request(service)("GET", "/tokens", undefined, token)).status).toBe(403);
    expect((await request(service)("GET", "/monitors")).status).toBe(401);
    expect((await request(service)("GET", "/me", undefined, as(ann))).body.who).toMatchObject({
      email: "ann@example.org",
    });
    const second = await request(service)("POST", "/sign-up", { email: "eve@example.org", password });
    expect([second.status, second.body.detail]).toMatchObject([403, /invited/]);
  });

  test("a person is invited by email, joins once, and has the role of the invitation", async () => {
    const invited = await request(service)(
      "POST",
      "/invitations",
      { email: "bob@example.org", role: "viewer" },
      as(ann),
    );
    expect([invited.status, invited.body.isMailed]).toEqual([201, true]);
    const key = await lastKeyTo("bob@example.org");
    const [{ mail: email, raw } = { mail: undefined, raw: "" }] = mailsTo("bob@example.org");
    expect(email?.subject).toBe("ann@example.org invites you to Gaffe");
    expect(email?.html).toContain("color-scheme");
    expect(raw).toMatch(/^auto-submitted: auto-generated/im);
    // Only the mailed link proves the address, so the admin gets another one.
    expect(keyIn(invited.body.url)).not.toBe(key);

    expect((await request(service)("POST", "/links/look", { key })).body).toEqual({
      kind: "invitation",
      email: "bob@example.org",
      role: "viewer",
      invitedBy: "user:ann@example.org",
    });
    expect((await request(service)("POST", "/links/join", { key, password: "bob" })).status).toBe(400);
    const joined = await request(service)("POST", "/links/join", { key, password });
    const user = expect.objectContaining({ role: "viewer", emailConfirmed: true });
    expect([joined.status, joined.body]).toEqual([201, { user }]);
    expect((await request(service)("POST", "/links/join", { key, password })).status).toBe(404);
    expect((await request(service)("GET", "/users", undefined, as(joined.cookie))).body.items).toHaveLength(2);
    const again = await request(service)("POST", "/invitations", { email: "bob@example.org" }, as(ann));
    expect(again.status).toBe(409);
    const superseded = await request(service)("POST", "/invitations", { email: "late@example.org" }, as(ann));
    await request(service)("DELETE", `/invitations/${superseded.body.id}`, undefined, as(ann));
    expect((await request(service)("POST", "/links/look", { key: keyIn(superseded.body.url) })).status).toBe(404);
  });

  test.each([[null], [""], [undefined], [[]], [{}], ["x"], [0], ["null"], ["' or 1=1 --"]])(
    "a link whose key is %j is refused",
    async (key) => {
      for (const path of ["/links/look", "/links/join", "/password-resets/use"]) {
        const { status } = await request(service)("POST", path, { key, password });
        expect([path, status]).toEqual([path, 400]);
      }
    },
  );

  test("a forgotten password: the link comes by mail, works once, and ends all sessions", async () => {
    const before = await signIn("bob@example.org", password);
    expect((await request(service)("POST", "/password-resets", { email: "bob@example.org" })).status).toBe(202);
    const first = await lastKeyTo("bob@example.org", 2);
    expect((await request(service)("POST", "/password-resets", { email: "Bob@example.org" })).status).toBe(202);
    const key = await lastKeyTo("bob@example.org", 3);
    const use = (secret: string, chosen = other) =>
      request(service)("POST", "/password-resets/use", { key: secret, password: chosen });
    expect((await use(first)).status).toBe(404);
    expect((await request(service)("POST", "/links/join", { key, password: other })).status).toBe(404);
    expect((await use(key, "bob@example.org")).status).toBe(400);
    const reset = await use(key);
    expect(reset.status).toBe(200);
    expect((await use(key)).status).toBe(404);
    expect((await request(service)("GET", "/monitors", undefined, as(before.cookie))).status).toBe(401);
    expect((await request(service)("GET", "/monitors", undefined, as(reset.cookie))).status).toBe(200);
    expect((await signIn("bob@example.org", password)).status).toBe(403);
    expect((await signIn("bob@example.org", other)).status).toBe(200);
  });

  test("responses do not reveal whether an address has an account, and no email is sent", async () => {
    const unlike = (body: object) => ({ ...body, requestId: "" });
    const known = await signIn("ann@example.org", "a wrong password");
    const unknown = await signIn("nobody@example.org", "a wrong password");
    expect([unknown.status, unlike(unknown.body)]).toEqual([known.status, unlike(known.body)]);
    const response = await request(service)("POST", "/password-resets", { email: "nobody@example.org" });
    expect([response.status, response.body]).toEqual([202, { mailed: true }]);
    expect(mailsTo("nobody@example.org")).toEqual([]);
  });

  test("a password change needs the current password; the other browsers are signed out and this one stays signed in", async () => {
    const [here, there] = [await signIn("bob@example.org", other), await signIn("bob@example.org", other)];
    const listed = await request(service)("GET", "/me/sessions", undefined, as(here.cookie));
    expect(listed.body.items.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1);
    const change = (current: string) =>
      request(service)("POST", "/me/password", { current, password }, as(here.cookie));
    expect(await change("wrong wrong wrong")).toMatchObject({ status: 403, body: { field: "current" } });
    const changed = await change(other);
    expect(changed.status).toBe(200);
    expect(changed.cookie).not.toBe(here.cookie);
    for (const old of [here, there])
      expect((await request(service)("GET", "/me/sessions", undefined, as(old.cookie))).status).toBe(401);
    expect((await request(service)("GET", "/me/sessions", undefined, as(changed.cookie))).body.items).toHaveLength(1);
    expect((await request(service)("POST", "/sign-out", { everywhere: true }, as(changed.cookie))).status).toBe(204);
    expect((await request(service)("GET", "/me", undefined, as(changed.cookie))).body.who.kind).toBe("nobody");
  });

  test("a changed role applies immediately, and a removed user loses access immediately", async () => {
    const bob = await signIn("bob@example.org", password);
    const { items } = (await request(service)("GET", "/users", undefined, as(ann))).body;
    const id = items.find(({ email }: { email: string }) => email === "bob@example.org").id;
    const me = items.find(({ email }: { email: string }) => email === "ann@example.org").id;
    expect((await request(service)("PATCH", `/users/${me}`, { role: "viewer" }, as(ann))).status).toBe(409);
    expect((await request(service)("DELETE", `/users/${me}`, undefined, as(ann))).status).toBe(409);
    expect((await request(service)("PATCH", `/users/${id}`, { role: "member" }, as(ann))).status).toBe(200);
    expect((await request(service)("GET", "/monitors", undefined, as(bob.cookie))).status).toBe(401);
    const member = await signIn("bob@example.org", password);
    const granting = { name: "mine", scopes: ["admin"] };
    expect((await request(service)("POST", "/tokens", granting, as(member.cookie))).status).toBe(403);
    const tokenOf = async (scopes: readonly string[], cookie: string, personal?: boolean) => {
      const made = await request(service)("POST", "/tokens", { name: "mine", scopes, personal }, as(cookie));
      const allowed = () =>
        fetch(`${service.url}/api/v1/monitors`, { headers: { "api-key": made.body.secret } }).then(
          ({ status }) => status,
        );
      return { status: made.status, personal: made.body.personal, allowed };
    };
    const [writing, reading] = [await tokenOf(["write"], member.cookie), await tokenOf(["read"], member.cookie)];
    const ofService = await tokenOf(["read"], ann);
    expect([writing, reading, ofService]).toMatchObject([{ personal: true }, { personal: true }, { personal: false }]);
    expect((await tokenOf(["read"], member.cookie, false)).status).toBe(403);
    expect((await request(service)("GET", "/tokens", undefined, as(member.cookie))).body.items).toHaveLength(2);
    expect((await request(service)("PATCH", `/users/${id}`, { role: "viewer" }, as(ann))).status).toBe(200);
    expect(await eventually(writing.allowed, (status) => status === 401)).toBe(401);
    expect(await reading.allowed()).toBe(200);
    expect((await request(service)("DELETE", `/users/${id}`, undefined, as(ann))).status).toBe(204);
    expect(await eventually(reading.allowed, (status) => status === 401)).toBe(401);
    expect(await ofService.allowed()).toBe(200);
    expect((await request(service)("GET", "/monitors", undefined, as(member.cookie))).status).toBe(401);
    expect((await signIn("bob@example.org", password)).status).toBe(403);
  });

  test("an archived project refuses its tokens until it is taken back, and one stays in use", async () => {
    const shop = (await request(service)("POST", "/projects", { name: "Shop", language: "python" }, as(ann))).body;
    const made = await request(service)(
      "POST",
      "/tokens",
      { name: "shop", scopes: ["ingest"], projectId: shop.id },
      as(ann),
    );
    const send = () =>
      fetch(`${service.url}/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/json", "api-key": made.body.secret },
        body: "{}",
      }).then(({ status }) => status);
    expect(await send()).toBe(200);
    const change = (body: object) => request(service)("PATCH", `/projects/${shop.id}`, body, as(ann));
    expect((await change({ name: "Global" })).status).toBe(409);
    expect((await change({ name: "Store", archived: true })).body).toMatchObject({ name: "Store", language: "python" });
    expect(await eventually(send, (status) => status === 401)).toBe(401);
    expect((await request(service)("PATCH", "/projects/global", { archived: true }, as(ann))).status).toBe(409);
    expect((await change({ archived: false })).body).not.toHaveProperty("archivedAt");
    expect(await eventually(send, (status) => status === 200)).toBe(200);
  });

  test("guessing is limited: the eleventh attempt within 15 minutes is refused", async () => {
    const attempts = [];
    for (let time = 0; time < 12; time++) attempts.push(await signIn("guessed@example.org", `guess number ${time}`));
    expect(attempts.map(({ status }) => status)).toEqual([...Array<number>(10).fill(403), 429, 429]);
    expect(Number(attempts.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(600);
    expect((await signIn("ann@example.org", password)).status).toBe(200);
  });

  test("the audit log contains all changes without a password, a key or a token, and entries cannot be removed", async () => {
    const { items } = (await request(service)("GET", "/audit-log?limit=200", undefined, as(ann))).body;
    const actions = new Set(items.map(({ action }: { action: string }) => action));
    for (const action of [
      "sign-up",
      "sign-in",
      "sign-in-refused",
      "sign-out",
      "password-reset",
      "password-change",
      "POST /invitations",
      "PATCH /users/:id",
      "DELETE /users/:id",
      "POST /tokens",
      "PATCH /projects/:id",
    ]) {
      expect([action, actions.has(action)]).toEqual([action, true]);
    }
    const text = JSON.stringify(items);
    for (const secret of [password, other, "guess number"]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/gaffe_[0-9A-Za-z]{20}|#[0-9A-Za-z]{43}/);
    expect(items.find(({ action }: { action: string }) => action === "PATCH /users/:id")).toMatchObject({
      actor: "user:ann@example.org",
      from: "127.0.0.1",
      fields: { role: "viewer" },
      outcome: "done",
    });
    expect((await request(service)("GET", "/audit-log/check", undefined, as(ann))).body).toEqual({
      entries: items.length,
      head: items[0].hash,
    });
  });

  test("no secret is in the records or the logs in plain text", () => {
    using records = new DatabaseSync(join(folder.path, "records.sqlite"), { readOnly: true });
    const tables = records.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
    const everything = tables
      .map(({ name }) => JSON.stringify(records.prepare(`select * from "${name}"`).all()))
      .join();
    const keys = mail.mails.flatMap(({ mail: { text } }) => keyIn(text) || []);
    for (const secret of [password, other, ann.split("=")[1] ?? "", testToken, ...keys]) {
      expect(everything.includes(secret)).toBe(false);
      expect(service.output().includes(secret)).toBe(false);
    }
    expect(everything).toContain("$argon2id$");
  });

  test("the operator gets a link for a new password at the machine", async () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [new URL("../../src/main.ts", import.meta.url).pathname, "reset-password", ...args], {
        env: { PATH: process.env["PATH"] ?? "", GAFFE_DATA: folder.path, GAFFE_PORT: `${service.port}` },
        encoding: "utf8",
      });
    expect(run("nobody@example.org")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("No user exists"),
    });
    const { stdout } = run("ann@example.org");
    expect(stdout).toContain(`${service.url}/reset#`);
    const used = await request(service)("POST", "/password-resets/use", { key: keyIn(stdout), password: other });
    expect(used.status).toBe(200);
    expect((await request(service)("GET", "/me", undefined, as(ann))).body.who.kind).toBe("nobody");
  });
});

test("elsewhere than on this machine, the first to sign up shows the token of the first start", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path, env: { GAFFE_PUBLIC_URL: "https://gaffe.example" } });
  expect((await request(service)("GET", "/monitors")).status).toBe(401);
  expect((await request(service)("GET", "/me")).body).toMatchObject({
    who: { kind: "nobody" },
    signUp: "first",
    needsToken: true,
  });
  expect(await service.signUpLink()).toMatch(/^https:\/\/gaffe\.example\/sign-up#/);
  const email = "ann@example.org";
  for (const token of [undefined, "", "x", `gaffe_${"x".repeat(43)}`]) {
    const { status, body } = await request(service)("POST", "/sign-up", { email, password, token });
    expect([token, status, body.field]).toEqual([token, 403, "token"]);
  }
  const { status, headers } = await request(service)("POST", "/sign-up", {
    email: "eve@example.org",
    password,
    token: testToken,
  });
  expect(status).toBe(201);
  expect(headers.get("set-cookie")).toMatch(/^__Host-gaffe_session=\w{43};.*; Secure$/);
});

test("a revoked token is refused within 5 seconds by every process over one database", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const admin = { "api-key": testToken };
  const made = await request(service)("POST", "/tokens", { name: "x", scopes: ["read"] }, admin);
  // A second process over the same records, like a replica.
  const settings = readSettings({ GAFFE_DATA: folder.path });
  await using records = await openTestRecords(settings.records, { box: boxOf(settings) });
  const replica = createAuthenticate({ tokens: records.tokens, now: Date.now, emit: () => undefined });
  const here = async () =>
    (await request(service)("GET", "/monitors", undefined, { "api-key": made.body.secret })).status === 200;
  const there = async () =>
    (await replica(made.body.secret, { address: "127.0.0.1", isLocal: false })).kind === "principal";
  expect([await here(), await there()]).toEqual([true, true]);
  await request(service)("DELETE", `/tokens/${made.body.id}`, undefined, admin);
  const revokedAt = Date.now();
  let lastAccepted = 0;
  while (Date.now() - revokedAt < 6000) {
    const elapsedMs = Date.now() - revokedAt;
    if ((await Promise.all([here(), there()])).includes(true)) lastAccepted = elapsedMs;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await Promise.all([here(), there()])).toEqual([false, false]);
  expect(lastAccepted).toBeLessThan(5000);
});
