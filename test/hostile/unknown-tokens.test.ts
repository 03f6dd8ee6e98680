import { expect, test } from "vitest";
import { createAuthenticate } from "../../src/accounts/sign-in/authenticate.ts";
import { newKey, newSecret, sha256Of } from "../../src/accounts/sign-in/secret.ts";
import { Failure } from "../../src/platform/failure.ts";
import { firstAccount, globalProject } from "../../src/platform/ids.ts";
import type { Token } from "../../src/server/access.ts";
import { noon } from "../support/data/examples.ts";
import { startApi } from "../support/service/api.ts";

const by = { id: "t", name: "ci", hint: "", scopes: ["ingest"], createdAt: noon } as const;
const token: Token = { ...by, accountId: firstAccount, projectId: globalProject };
const good = newSecret();

function setUp() {
  const state = { now: noon, lookups: 0, isAway: false };
  const identify = createAuthenticate({
    tokens: {
      find: (sha256) => {
        state.lookups++;
        if (state.isAway) return Promise.reject(new Failure("dependency", "away"));
        return Promise.resolve(sha256 === sha256Of(good) ? token : undefined);
      },
      touch: () => Promise.resolve(),
    },
    now: () => state.now,
    emit: () => undefined,
  });
  return { state, identify: (secret: string, address: string) => identify(secret, { address, isLocal: false }) };
}

test("a flood of made-up tokens costs the database at most 60 lookups a minute", async () => {
  const { state, identify } = setUp();
  const answers = await Promise.all(Array.from({ length: 2000 }, () => identify(newSecret(), "10.0.0.1")));
  expect(state.lookups).toBe(60);
  expect(answers.filter((answer) => answer.kind === "refused" && answer.reason === "limited")).toHaveLength(1940);
  state.now += 60_000;
  await Promise.all(Array.from({ length: 2000 }, () => identify(newSecret(), "10.0.0.1")));
  expect(state.lookups).toBe(120);
});

test("a known token continues during a flood from its own network, an unknown one gets the wait", async () => {
  const { state, identify } = setUp();
  expect((await identify(good, "10.0.0.1")).kind).toBe("principal");
  await Promise.all(Array.from({ length: 100 }, () => identify(newSecret(), "10.0.0.1")));
  state.now += 5000;
  await Promise.all(Array.from({ length: 100 }, () => identify(newSecret(), "10.0.0.1")));
  expect((await identify(good, "10.0.0.1")).kind).toBe("principal");
  expect(await identify(newSecret(), "10.0.0.1")).toMatchObject({ reason: "limited", retryAfterSeconds: 1 });
});

test("other networks are not affected; a subscriber's addresses are one network", async () => {
  const { state, identify } = setUp();
  for (let host = 0; host < 500; host++) await identify(newSecret(), `2001:db8:1:2::${host.toString(16)}`);
  expect(state.lookups).toBe(60);
  expect((await identify(good, "10.0.0.1")).kind).toBe("principal");
});

test("a fleet with many valid tokens behind one address is never limited, nor one wrong token that is repeated", async () => {
  const { state, identify } = setUp();
  const wrong = newSecret();
  for (let request = 0; request < 500; request++) {
    expect(await identify(wrong, "10.0.0.1")).toMatchObject({ reason: "invalid" });
  }
  expect(state.lookups).toBe(1);
  for (let request = 0; request < 200; request++) {
    state.now += 1;
    expect((await identify(good, "10.0.0.1")).kind).toBe("principal");
  }
});

test("tokens that could not be looked up during an outage are not counted as unknown", async () => {
  const { state, identify } = setUp();
  state.isAway = true;
  for (let request = 0; request < 200; request++) {
    await expect(identify(newSecret(), "10.0.0.1")).rejects.toMatchObject({ blame: "dependency" });
  }
  state.isAway = false;
  await expect
    .poll(() => identify(good, "10.0.0.1").catch(() => undefined), { timeout: 10_000 })
    .toMatchObject({ kind: "principal" });
});

test("the API answers a flood of made-up tokens and cookies with 429 and the wait", async () => {
  await using api = await startApi({ loopbackOnly: false });
  expect((await api.ask("GET", "/api/v1/monitors")).status).toBe(200);
  const statuses: number[] = [];
  for (let request = 0; request < 70; request++) {
    statuses.push((await api.ask("GET", "/api/v1/monitors", { token: newSecret() })).status);
  }
  expect([statuses.slice(0, 60).every((status) => status === 401), statuses.at(-1)]).toEqual([true, 429]);
  const limited = await api.ask("GET", "/api/v1/monitors", { token: newSecret() });
  expect([limited.headers.get("retry-after"), limited.body.type]).toEqual(["1", "/problems/too-many-requests"]);
  expect((await api.ask("GET", "/api/v1/monitors")).status).toBe(200);
  const cookies: number[] = [];
  for (let request = 0; request < 70; request++) {
    const headers = { cookie: `gaffe_session=${newKey()}` };
    cookies.push((await api.ask("GET", "/api/v1/monitors", { token: "", headers })).status);
  }
  expect([cookies[0], cookies.at(-1)]).toEqual([401, 429]);
});
