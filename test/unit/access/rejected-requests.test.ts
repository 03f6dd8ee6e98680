import { expect, test } from "vitest";
import { createRejectedRequests } from "../../../src/access/rejected-requests.ts";
import { newSecret } from "../../../src/access/secret.ts";
import type { Principal } from "../../../src/domain/access.ts";
import { asAccountId, asProjectId, firstAccount } from "../../../src/domain/ids.ts";

const shop = asProjectId("shop");
const revoked = newSecret();
const spans = { route: "POST /v1/traces", status: 401, because: "this API token was revoked" };
const asker = (changes: Partial<Principal> = {}): Principal => ({
  accountId: firstAccount,
  projectId: shop,
  scopes: ["read"],
  actor: "token:x",
  by: { kind: "token", id: "t", name: "x" },
  ...changes,
});
const admin = asker({ scopes: ["admin"] });

/** A clock that goes on with every request, and one token of the shop that is no longer good. */
function remembered() {
  let at = 0;
  return createRejectedRequests({
    authenticate: (secret) =>
      Promise.resolve(
        secret === revoked
          ? { kind: "refused", because: "revoked", message: "", projectId: shop }
          : { kind: "refused", because: "invalid", message: "" },
      ),
    now: () => ++at,
  });
}

test("a token that is no longer good names its project, and is kept by its beginning alone", async () => {
  const rejected = remembered();
  rejected.note(revoked, spans);
  rejected.note(revoked, spans);
  await settled();
  expect(rejected.of(asker())).toEqual([{ ...spans, at: 2, count: 2, tokenHint: revoked.slice(0, 10) }]);
  expect(rejected.of(asker({ projectId: asProjectId("bank") }))).toEqual([]);
});

test.each([
  ["sk-live-of-somebody-else", undefined],
  ["gaffe_short", undefined],
  [undefined, undefined],
] as const)("of %s nothing is kept, and it is shown to who runs the service alone", async (token, tokenHint) => {
  const rejected = remembered();
  rejected.note(token, { ...spans, because: "there is no such API token" });
  await settled();
  expect(rejected.of(admin)).toMatchObject([{ because: "there is no such API token" }]);
  expect(rejected.of(admin)[0]?.tokenHint).toBe(tokenHint);
  expect(rejected.of(asker({ by: { kind: "local" } }))).toHaveLength(1);
  for (const other of [asker(), asker({ scopes: ["admin"], accountId: asAccountId("another") })]) {
    expect(rejected.of(other)).toEqual([]);
  }
});

test("the last twenty are kept, newest first", async () => {
  const rejected = remembered();
  for (let status = 400; status < 450; status++) rejected.note(revoked, { ...spans, status });
  await settled();
  expect(rejected.of(asker()).map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, place) => 449 - place),
  );
});

/** What is noted is filed some turns of the loop later. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
