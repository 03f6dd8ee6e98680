import { sql } from "kysely";
import { expect, test } from "vitest";
import { peopleOf } from "../accounts/support/person.ts";
import { startGuardedApi } from "./support/guarded-api.ts";
import { sendRaw } from "./support/raw-http.ts";

const email = "ann@example.org";
const password = "correct horse battery";

test("guesses of a code by somebody who has the password are counted in all networks together", async () => {
  await using api = await startGuardedApi();
  const people = peopleOf(api);
  const { secret, recoveryCodes } = await people.enrol(await people.signUp());
  const signIn = async (code: string, from: string) => {
    const body = JSON.stringify({ email, password, code });
    const headers = { "content-type": "application/json", "content-length": body.length };
    return (await sendRaw(api.port, { path: "/api/v1/sign-in", headers, body, from })).status;
  };
  const wrong = people.codeAt(secret, 5);
  const statuses = [];
  for (let guess = 0; guess < 12; guess++) statuses.push(await signIn(wrong, `127.0.1.${guess + 1}`));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  // Neither the right code nor a recovery code is checked any more.
  api.clock.now += 60_000;
  expect(await signIn(people.codeAt(secret), "127.0.2.1")).toBe(429);
  expect(await signIn(recoveryCodes[0] ?? "", "127.0.2.1")).toBe(429);
  api.clock.now += 15 * 60_000;
  expect(await signIn(people.codeAt(secret), "127.0.2.1")).toBe(200);
});

test("a stranger without the password learns nothing about the second factor and cannot lock its owner out", async () => {
  await using api = await startGuardedApi();
  const people = peopleOf(api);
  const { secret } = await people.enrol(await people.signUp());
  for (let attempt = 0; attempt < 9; attempt++) {
    const refused = await people.signIn({ password: "wrong wrong wrong", code: "123456" });
    expect([refused.status, refused.field]).toEqual([403, undefined]);
  }
  api.clock.now += 60_000;
  expect((await people.signIn({ code: people.codeAt(secret) })).status).toBe(200);
});

test.each([
  [""],
  ["12345"],
  ["x".repeat(41)],
  [123_456],
  [null],
  [["123456"]],
  [{}],
  ["' or 1=1 --"],
  ["\u0000".repeat(6)],
  ["１２３４５６"],
])("the code %j is refused", async (code) => {
  await using api = await startGuardedApi();
  const people = peopleOf(api);
  await people.enrol(await people.signUp());
  expect([400, 403]).toContain((await people.signIn({ code })).status);
});

test("neither the secret of an app nor a recovery code is in the records in plain text, and it is bound to its person", async () => {
  await using api = await startGuardedApi();
  const people = peopleOf(api);
  const ann = await people.signUp();
  const { secret, recoveryCodes } = await people.enrol(ann);
  const { db } = api.records;
  const rows = [
    await db.selectFrom("second_factors").selectAll().execute(),
    await db.selectFrom("recovery_codes").selectAll().execute(),
  ];
  const text = JSON.stringify(rows);
  for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))]) {
    expect(text).not.toContain(hidden);
  }
  // Who can write to the database cannot give somebody else their own secret.
  const invited = await people.asks(ann)("POST", "/invitations", { email: "bob@example.org", role: "member" });
  const key = new URL(invited.body.url).hash.slice(1);
  await api.ask("POST", "/api/v1/links/join", { token: "", body: { key, password } });
  await sql`insert into second_factors (user_id, sealed, created_at, confirmed_at, last_step)
    select users.id, second_factors.sealed, 0, 1, 0 from users, second_factors where users.email = 'bob@example.org'`.execute(
    db,
  );
  api.clock.now += 60_000;
  expect((await people.signIn({ code: people.codeAt(secret) }, "bob@example.org")).status).not.toBe(200);
});
