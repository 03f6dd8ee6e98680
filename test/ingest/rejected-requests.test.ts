import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newSecret } from "../../src/accounts/sign-in/secret.ts";
import { openRecords, type Records } from "../../src/app/records/open.ts";
import type { RejectedRequestStore } from "../../src/ingest/ports/rejected-requests.ts";
import { createRejectedRequests } from "../../src/ingest/rejected-requests.ts";
import { asAccountId, asProjectId, firstAccount } from "../../src/platform/ids.ts";
import type { Principal } from "../../src/server/access.ts";
import { testBox } from "../support/engines/sealed-box.ts";
import { temporaryFolder } from "../support/service/folder.ts";

const shop = asProjectId("shop");
const revoked = newSecret();
const spans = { route: "POST /v1/traces", status: 401, reason: "this API token was revoked" };
const asker = (changes: Partial<Principal> = {}): Principal => ({
  accountId: firstAccount,
  projectId: shop,
  scopes: ["read"],
  actor: "token:x",
  by: { kind: "token", id: "t", name: "x" },
  ...changes,
});
const admin = asker({ scopes: ["admin"] });

const folder = temporaryFolder();
let records: Records;
let store: RejectedRequestStore;

beforeAll(async () => {
  records = await openRecords({ kind: "sqlite", file: join(folder.path, "records.sqlite") }, { box: testBox });
  store = records.rejectedRequests;
});
beforeEach(() => store.add(new Map(), { atMost: 20, since: Number.MAX_SAFE_INTEGER }));
afterAll(async () => {
  await records.close();
  folder[Symbol.dispose]();
});

const from = (token: string | undefined) => ({ token, client: { address: "10.0.0.1", isLocal: false } });

/** Creates one replica, with a clock that advances with every request and one revoked token of the shop. */
function replica(of: RejectedRequestStore = store) {
  let at = 0;
  return createRejectedRequests({
    authenticate: (secret) =>
      Promise.resolve(
        secret === revoked
          ? { kind: "refused", reason: "revoked", message: "", projectId: shop }
          : { kind: "refused", reason: "invalid", message: "" },
      ),
    store: of,
    now: () => ++at,
    emit: () => undefined,
    everyMs: 3_600_000,
  });
}

test("a revoked token names its project, and only its first characters are stored", async () => {
  const rejected = replica();
  rejected.record(from(revoked), spans);
  rejected.record(from(revoked), spans);
  await settled();
  expect(await rejected.of(asker())).toEqual([{ ...spans, at: 2, count: 2, tokenHint: revoked.slice(0, 10) }]);
  expect(await rejected.of(asker({ projectId: asProjectId("bank") }))).toEqual([]);
});

test.each([
  ["sk-live-of-somebody-else", undefined],
  ["gaffe_short", "gaffe_shor"],
  [undefined, undefined],
] as const)(
  "of %s at most the first characters of a Gaffe token are stored, and only operators see it",
  async (token, tokenHint) => {
    const rejected = replica();
    rejected.record(from(token), { ...spans, reason: "there is no such API token" });
    await settled();
    expect(await rejected.of(admin)).toMatchObject([{ reason: "there is no such API token" }]);
    expect((await rejected.of(admin))[0]?.tokenHint).toBe(tokenHint);
    expect(await rejected.of(asker({ by: { kind: "local" } }))).toHaveLength(1);
    for (const other of [asker(), asker({ scopes: ["admin"], accountId: asAccountId("another") })]) {
      expect(await rejected.of(other)).toEqual([]);
    }
  },
);

test("what a flood of strange requests causes is one write, of the last twenty", async () => {
  const writes: number[] = [];
  const counted: RejectedRequestStore = {
    ...store,
    add: (found, options) => {
      writes.push([...found.values()].flat().length);
      return store.add(found, options);
    },
  };
  const rejected = replica(counted);
  for (let index = 0; index < 1000; index++) rejected.record(from(undefined), { ...spans, route: `GET /${index}` });
  await settled();
  const routes = (await rejected.of(admin)).map(({ route }) => route);
  expect(routes).toEqual(Array.from({ length: 20 }, (_, index) => `GET /${999 - index}`));
  await rejected.of(admin);
  expect(writes).toEqual([20]);
});

test("every replica answers what all of them rejected, equal ones as one, also after a restart", async () => {
  const [one, other] = [replica(), replica()];
  one.record(from(revoked), spans);
  other.record(from(revoked), spans);
  other.record(from(revoked), { ...spans, status: 403 });
  await settled();
  await one.stop();
  await other.stop();
  for (const each of [one, other, replica()])
    expect(await each.of(asker())).toMatchObject([
      { status: 403, count: 1 },
      { status: 401, count: 2 },
    ]);
});

test("what could not be written waits for the next time", async () => {
  let fails = true;
  const rejected = replica({
    ...store,
    add: (...args) => (fails ? Promise.reject(new Error("the records are away")) : store.add(...args)),
  });
  rejected.record(from(revoked), spans);
  await settled();
  await rejected.stop();
  rejected.record(from(revoked), spans);
  await settled();
  fails = false;
  expect(await rejected.of(asker())).toMatchObject([{ count: 2 }]);
});

/** A recorded rejection is buffered some turns of the event loop later. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
