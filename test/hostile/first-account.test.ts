import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createFirstAccountKey } from "../../src/accounts/sign-in/first-account-key.ts";
import { describeRecords } from "../support/engines/record-backends.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";

const password = "correct horse battery";
const email = "ann@example.org";

const signUp = async ({ url }: Service, proof: object) => {
  const answer = await fetch(`${url}/api/v1/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, ...proof }),
  });
  return { status: answer.status, text: await answer.text() };
};
const keyOf = async (service: Service) => new URL(await service.signUpLink()).hash.slice(1);

test("a program on this machine cannot make the first account without the key that only the terminal shows", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path, env: { LOG_LEVEL: "trace" } });
  const key = await keyOf(service);
  const wrong = `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`;
  expect((await signUp(service, {})).text).toContain("open the link that Gaffe printed");
  expect((await signUp(service, { key: wrong })).status).toBe(403);
  for (const path of ["/links/look", "/links/join", "/password-resets/use"]) {
    const body = JSON.stringify(path === "/links/look" ? { key } : { key, password });
    const headers = { "content-type": "application/json" };
    const used = await fetch(`${service.url}/api/v1${path}`, { method: "POST", headers, body });
    expect([path, used.status]).toEqual([path, 404]);
  }
  expect((await signUp(service, { key })).status).toBe(201);
  // It works once, is printed once, and is stored only as a hash.
  expect((await signUp(service, { key, email: "eve@example.org" })).status).toBe(403);
  expect(service.output().split(key)).toHaveLength(2);
  using records = new DatabaseSync(join(folder.path, "records.sqlite"), { readOnly: true });
  expect(records.prepare("select kind from mailed_links where kind = 'first_account'").all()).toEqual([]);
});

test("a restart prints another link, and ends the earlier one", async () => {
  using folder = temporaryFolder();
  const before = await startService({ folder: folder.path });
  const old = await keyOf(before);
  await before.kill("SIGKILL");
  await using service = await startService({ folder: folder.path });
  expect((await signUp(service, { key: old })).status).toBe(403);
  expect((await signUp(service, { key: await keyOf(service) })).status).toBe(201);
});

describeRecords("links for the first account", (backend) => {
  test("each replica accepts the link of another, until that one stops", async () => {
    await using records = await backend.open();
    const replica = () =>
      createFirstAccountKey({ links: records.mailedLinks, baseUrl: () => "http://x", now: Date.now });
    const [a, b] = [replica(), replica()];
    const [ofA, ofB] = [await a.makeLink("a /data"), await b.makeLink("b /data")];
    const keyIn = (url: string) => new URL(url).hash.slice(1);
    expect([await b.isValid(keyIn(ofA.url)), await a.isValid(keyIn(ofB.url))]).toEqual([true, true]);
    await ofA.end();
    expect([await b.isValid(keyIn(ofA.url)), await a.isValid(keyIn(ofB.url))]).toEqual([false, true]);
  });
});
