import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, test } from "vitest";
import { linkLifeMs, type MailedLink, type Session, sessionLife, type User } from "../../src/accounts/account.ts";
import type { AuditIntent } from "../../src/accounts/audit.ts";
import { openRecords, type Records, type RecordsLocation } from "../../src/app/records/open.ts";
import { asAccountId, asProjectId, firstAccount, globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { describeRecords } from "../support/engines/record-backends.ts";
import { testBox } from "../support/engines/sealed-box.ts";

const elsewhere = asAccountId("account_2");
const aUser = (changes: Partial<User> = {}) => ({
  id: "u1",
  accountId: firstAccount,
  email: "Ann@Example.org",
  role: "admin" as const,
  createdAt: noon,
  passwordHash: "h",
  ...changes,
});
const aSession = (changes: Partial<Session> = {}): Session => ({
  id: "s1",
  userId: "u1",
  createdAt: noon,
  lastSeenAt: noon,
  address: "127.0.0.1",
  agent: "test",
  ...changes,
});
const aLink = (changes: Partial<MailedLink> = {}): MailedLink => ({
  id: "l1",
  email: "bob@example.org",
  createdAt: noon,
  expiresAt: noon + linkLifeMs.invitation,
  purpose: { kind: "invitation", accountId: firstAccount, role: "member", madeBy: "user:ann@example.org" },
  ...changes,
});
const anIntent = (changes: Partial<AuditIntent> = {}): AuditIntent => ({
  accountId: firstAccount,
  projectId: globalProject,
  at: noon,
  actor: "user:ann@example.org",
  from: "127.0.0.1",
  requestId: "r1",
  action: "PATCH /monitors/:id",
  what: "Change a monitor",
  target: { id: "m1" },
  fields: { name: "Refunds" },
  ...changes,
});

describeRecords("accounts", (backend) => {
  async function withElsewhere(): Promise<Records> {
    const records = await backend.open();
    const project = { id: asProjectId("p2"), accountId: elsewhere, name: "Global", createdAt: noon };
    await records.projects.add(project);
    return records;
  }

  test("an email address is unique across accounts, ignoring case", async () => {
    await using records = await withElsewhere();
    expect(await records.users.any()).toBe(false);
    expect(await records.users.add(aUser())).toBe(true);
    expect(await records.users.any()).toBe(true);
    expect(await records.users.add(aUser({ id: "u2", email: "ann@example.ORG" }))).toBe(false);
    expect(await records.users.add(aUser({ id: "u2", email: "ann@example.ORG", accountId: elsewhere }))).toBe(false);
    const { passwordHash: _, ...shown } = aUser({ email: "ann@example.org" });
    expect(await records.users.list(firstAccount)).toEqual([shown]);
    expect(await records.users.find("ANN@example.org")).toEqual({ ...shown, passwordHash: "h" });
    expect(await records.users.find("' or 1=1 --")).toBeUndefined();
    await records.users.setPassword("u1", "other");
    expect(await records.users.find("ann@example.org")).toMatchObject({ passwordHash: "other" });
  });

  test("exactly one of several concurrent first sign-ups succeeds", async () => {
    await using records = await backend.open();
    const attempts = ["a", "b", "c"].map((id) => records.users.addFirst(aUser({ id, email: `${id}@example.org` })));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    expect(await records.users.list(firstAccount)).toHaveLength(1);
  });

  test("an account always has an admin, and its users cannot be changed from another account", async () => {
    await using records = await withElsewhere();
    await records.users.add(aUser());
    await records.users.add(aUser({ id: "u2", email: "bob@example.org", role: "viewer" }));
    await records.users.add(aUser({ id: "u3", email: "eve@example.org", accountId: elsewhere }));
    expect(await records.users.setRole(firstAccount, "u1", "member", noon)).toBe("last_admin");
    expect(await records.users.remove(firstAccount, "u1", noon)).toBe("last_admin");
    expect(await records.users.setRole(firstAccount, "u3", "viewer", noon)).toBe("missing");
    expect(await records.users.remove(firstAccount, "u3", noon)).toBe("missing");
    expect(await records.users.setRole(firstAccount, "u1", "admin", noon)).toBe("done");
    expect(await records.users.setRole(firstAccount, "u2", "admin", noon)).toBe("done");
    await records.sessions.add(aSession(), "digest");
    expect(await records.users.remove(firstAccount, "u1", noon)).toBe("done");
    expect(await records.sessions.find("digest")).toBeUndefined();
    expect(await records.users.list(firstAccount)).toMatchObject([{ id: "u2", role: "admin" }]);
  });

  test("of two admins who step down concurrently, one remains admin", async () => {
    await using records = await backend.open();
    await records.users.add(aUser());
    await records.users.add(aUser({ id: "u2", email: "bob@example.org" }));
    const both = ["u1", "u2"].map((id) => records.users.setRole(firstAccount, id, "viewer", noon));
    expect((await Promise.all(both)).toSorted()).toEqual(["done", "last_admin"]);
  });

  test("a session is found with its current user, used, listed and ended", async () => {
    await using records = await backend.open();
    await records.users.add(aUser());
    await records.sessions.add(aSession(), "one");
    await records.sessions.add(aSession({ id: "s2", lastSeenAt: noon + 5 }), "two");
    await records.users.add(aUser({ id: "u2", email: "bob@example.org" }));
    await records.users.setRole(firstAccount, "u1", "viewer", noon);
    await records.sessions.touch("s1", noon + 9);
    await records.sessions.touch("s1", noon + 7);
    expect(await records.sessions.find("one")).toMatchObject({
      session: { id: "s1", lastSeenAt: noon + 9 },
      user: { email: "ann@example.org", role: "viewer", lastSeenAt: noon + 9 },
    });
    expect(await records.sessions.find("three")).toBeUndefined();
    expect((await records.sessions.list("u1")).map(({ id }) => id)).toEqual(["s1", "s2"]);
    expect(await records.sessions.end("u2", { id: "s1" })).toBe(0);
    expect(await records.sessions.end("u1", { except: "s1" })).toBe(1);
    expect(await records.sessions.end("u1", { id: "s1" })).toBe(1);
    expect(await records.sessions.end("u1", {})).toBe(0);
  });

  test("sessions that are over are forgotten when the next one begins", async () => {
    await using records = await backend.open();
    await records.users.add(aUser());
    await records.sessions.add(aSession({ id: "idle" }), "idle");
    await records.sessions.add(aSession({ id: "old", lastSeenAt: noon + 2 * sessionLife.longestMs }), "old");
    await records.sessions.add(aSession({ id: "new", createdAt: noon + sessionLife.longestMs, lastSeenAt: 0 }), "new");
    expect((await records.sessions.list("u1")).map(({ id }) => id)).toEqual(["new"]);
  });

  test("a link is valid once and for its time, and a second one replaces the first", async () => {
    await using records = await withElsewhere();
    await records.users.add(aUser());
    await records.mailedLinks.add(aLink(), "first");
    await records.mailedLinks.add(aLink({ id: "l2", email: "BOB@example.org" }), "second");
    expect(await records.mailedLinks.find("first", noon)).toBeUndefined();
    const inOther = { ...aLink().purpose, accountId: elsewhere } as MailedLink["purpose"];
    await records.mailedLinks.add(aLink({ id: "l3", purpose: inOther }), "third");
    expect(await records.mailedLinks.find("second", noon)).toEqual(aLink({ id: "l2" }));
    expect((await records.mailedLinks.invitations(firstAccount)).map(({ id }) => id)).toEqual(["l2"]);
    expect(await records.mailedLinks.withdraw(firstAccount, "l3")).toBe(false);
    expect(await records.mailedLinks.find("second", noon + linkLifeMs.invitation)).toBeUndefined();
    expect(await records.mailedLinks.take("second", noon + linkLifeMs.invitation)).toBeUndefined();
    const both = await Promise.all([1, 2].map(() => records.mailedLinks.take("second", noon)));
    expect(both.filter((link) => link !== undefined)).toHaveLength(1);
    expect(await records.mailedLinks.withdraw(elsewhere, "l3")).toBe(true);

    const reset = { kind: "reset", userId: "u1" } as const;
    await records.mailedLinks.add(aLink({ id: "r1", purpose: reset }), "reset");
    expect(await records.mailedLinks.find("reset", noon)).toMatchObject({ purpose: reset });
    await records.mailedLinks.add(aLink({ id: "n1", purpose: { kind: "sign_up" } }), "new");
    expect(await records.mailedLinks.take("new", noon)).toMatchObject({ purpose: { kind: "sign_up" } });
    expect(await records.mailedLinks.find("reset", noon)).toBeDefined();
  });

  test("attempts are counted across all replicas, in time windows", async () => {
    const at = backend.location();
    const replicas = [await backend.open(at), await openRecords(at, { box: testBox })];
    const count = (replica: number, when: number) => replicas[replica]?.attempts.count("sign-in ann", when, 1000);
    expect(await count(0, noon)).toEqual({ count: 1, endsAt: noon + 1000 });
    expect(await count(1, noon + 999)).toEqual({ count: 2, endsAt: noon + 1000 });
    expect(await count(1, noon + 1000)).toEqual({ count: 1, endsAt: noon + 2000 });
    await replicas[0]?.attempts.remove("sign-in ann");
    expect(await count(0, noon + 1001)).toMatchObject({ count: 1 });
    await Promise.all(replicas.map((records) => records.close()));
  });

  test("an intent becomes a numbered, chained entry with its outcome; without a change there is no entry", async () => {
    await using records = await withElsewhere();
    const { audit } = records;
    await audit.end(await audit.begin(anIntent()), "done", { made: "x" });
    await audit.end(await audit.begin(anIntent({ requestId: "refused" })));
    await audit.end(await audit.begin(anIntent({ actor: "token:ci", action: "POST /monitors" })), "failed");
    await audit.end(await audit.begin(anIntent({ accountId: elsewhere })), "done");
    const all = await audit.list(firstAccount, {}, { limit: 10 });
    expect(all.items).toMatchObject([
      { ...anIntent({ actor: "token:ci", action: "POST /monitors" }), number: 2, outcome: "failed" },
      { ...anIntent(), number: 1, outcome: "done", target: { id: "m1", made: "x" } },
    ]);
    expect((await audit.list(firstAccount, { actor: "token:ci" }, { limit: 10 })).items).toHaveLength(1);
    expect((await audit.list(firstAccount, { action: "POST /monitors" }, { limit: 10 })).items).toHaveLength(1);
    const first = await audit.list(firstAccount, {}, { limit: 1 });
    const second = await audit.list(firstAccount, {}, { limit: 1, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(second.nextCursor).toBeUndefined();
    expect(await audit.verify(firstAccount)).toEqual({ entries: 2, head: all.items[0]?.hash });
    expect(await audit.verify(asAccountId("none"))).toEqual({ entries: 0 });
  });

  test("entries written concurrently form one chain without a gap", async () => {
    await using records = await backend.open();
    await Promise.all(
      Array.from({ length: 20 }, async () => records.audit.end(await records.audit.begin(anIntent()), "done")),
    );
    expect(await records.audit.verify(firstAccount)).toMatchObject({ entries: 20 });
  });

  test("an intent whose process ended becomes an unknown entry ten minutes later", async () => {
    await using records = await backend.open();
    const lost = await records.audit.begin(anIntent({ requestId: "lost" }));
    await records.audit.begin(anIntent({ at: noon + 11 * 60_000 }));
    await records.audit.end(lost, "done");
    expect((await records.audit.list(firstAccount, {}, { limit: 10 })).items).toMatchObject([
      { requestId: "lost", outcome: "unknown" },
    ]);
  });

  test("a project is renamed and archived, and its tokens know", async () => {
    await using records = await withElsewhere();
    const other = { id: asProjectId("other"), accountId: firstAccount, name: "Other", createdAt: noon };
    await records.projects.add(other);
    const facts = { accountId: firstAccount, projectId: other.id, name: "ci", hint: "gaffe_", createdAt: noon };
    const token = { id: "t", scopes: ["ingest"] as const, madeBy: "user:ann@example.org", ...facts };
    await records.tokens.add(token, "digest");
    const renamed = { ...other, name: "Shop", language: "python" as const, archivedAt: noon + 1 };
    expect(await records.projects.replace(renamed)).toBe("done");
    expect(await records.projects.get(other.id)).toEqual(renamed);
    expect(await records.tokens.find("digest")).toEqual({ ...token, archivedAt: noon + 1 });
    expect(await records.projects.replace({ ...other, name: "Global" })).toBe("taken");
    expect(await records.projects.replace({ ...other, accountId: elsewhere, name: "Mine" })).toBe("missing");
    expect(await records.projects.replace(other)).toBe("done");
    expect(await records.projects.get(other.id)).toEqual(other);
  });

  test("the database refuses to change or delete an entry of the audit log, and a forged chain is found", async () => {
    const location = backend.location();
    await using records = await backend.open(location);
    for (const requestId of ["a", "b", "c"]) {
      await records.audit.end(await records.audit.begin(anIntent({ requestId })), "done");
    }
    await using outside = await outsideOf(location);
    await expect(outside.run("delete from audit_entries")).rejects.toThrow(/append-only/);
    await expect(outside.run("update audit_entries set entry = '{}'")).rejects.toThrow(/append-only/);
    await outside.run(outside.dropTrigger);
    await outside.run("update audit_entries set entry = replace(entry, 'Refunds', 'Returns') where number = 2");
    expect(await records.audit.verify(firstAccount)).toMatchObject({ entries: 1, brokenAt: 2 });
  });
});

/** A client with the database's own password. */
async function outsideOf(location: RecordsLocation) {
  if (location.kind === "sqlite") {
    const db = new DatabaseSync(location.file);
    return {
      dropTrigger: "drop trigger audit_entries_no_update",
      run: async (sql: string) => db.exec(sql),
      [Symbol.asyncDispose]: async () => db.close(),
    };
  }
  const client = new Client(location.url);
  await client.connect();
  return {
    dropTrigger: "drop trigger audit_entries_append_only on audit_entries",
    run: async (sql: string) => void (await client.query(sql)),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
