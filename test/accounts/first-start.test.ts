import { expect, test } from "vitest";
import { firstStart } from "../../src/accounts/first-start.ts";
import { newSecret, sha256Of } from "../../src/accounts/sign-in/secret.ts";
import { noon } from "../support/data/examples.ts";
import { temporaryRecords } from "../support/engines/records.ts";

test("a token for sending alone exists next to the first one, also after a second start", async () => {
  await using records = await temporaryRecords();
  const init = { token: newSecret(), ingestToken: newSecret() };
  for (const _ of [1, 2]) await firstStart({ ...records, init, now: () => noon });
  const scopes = async (secret: string) => (await records.tokens.find(sha256Of(secret)))?.scopes;
  expect([await scopes(init.token), await scopes(init.ingestToken)]).toEqual([["admin"], ["ingest"]]);
});
