import { describe, expect, test } from "vitest";
import { createAuthenticate } from "../../../src/accounts/sign-in/authenticate.ts";
import { presentedToken } from "../../../src/accounts/sign-in/credentials.ts";
import { hasChecksum, newSecret, secretShape } from "../../../src/accounts/sign-in/secret.ts";
import { Failure } from "../../../src/platform/failure.ts";
import { firstAccount, globalProject } from "../../../src/platform/ids.ts";
import type { Token } from "../../../src/server/access.ts";
import { isLocalRequest } from "../../../src/server/local-request.ts";
import { noon } from "../../support/data/examples.ts";

describe("a secret", () => {
  test("has its shape and checksum, and no two are equal", () => {
    const made = Array.from({ length: 200 }, () => newSecret());
    expect(made.every((secret) => secretShape.test(secret) && hasChecksum(secret))).toBe(true);
    expect(new Set(made).size).toBe(200);
  });

  test("with one character changed fails its checksum", () => {
    const secret = newSecret();
    const other = secret[20] === "a" ? "b" : "a";
    expect(hasChecksum(`${secret.slice(0, 20)}${other}${secret.slice(21)}`)).toBe(false);
  });
});

describe("authentication", () => {
  const secret = newSecret();
  const token: Token = {
    id: "t",
    accountId: firstAccount,
    projectId: globalProject,
    name: "ci",
    hint: "",
    scopes: ["read"],
    createdAt: noon,
  };

  function setUp({ found = token, isLocal = false }: { found?: Token; isLocal?: boolean } = {}) {
    const state = { now: noon, found: found as Token | undefined, lookups: 0, touched: 0, isAway: false };
    const identify = createAuthenticate({
      tokens: {
        find: () => {
          state.lookups++;
          return state.isAway ? Promise.reject(new Failure("dependency", "away")) : Promise.resolve(state.found);
        },
        touch: () => {
          state.touched++;
          return Promise.resolve();
        },
      },
      now: () => state.now,
      emit: () => undefined,
    });
    const authenticate = (presented: string | undefined, address = "10.0.0.1") =>
      identify(presented, { address, isLocal });
    return { state, authenticate };
  }

  test("reads the database once in 3 seconds and records the use once a minute", async () => {
    const { state, authenticate } = setUp();
    for (let request = 0; request < 50; request++) await authenticate(secret);
    expect(state).toMatchObject({ lookups: 1, touched: 1 });
    state.now += 3000;
    await authenticate(secret);
    expect(state).toMatchObject({ lookups: 2, touched: 1 });
  });

  test("a revoked token is refused after 5 seconds at the latest", async () => {
    const { state, authenticate } = setUp();
    expect((await authenticate(secret)).kind).toBe("principal");
    state.found = { ...token, revokedAt: noon + 1 };
    state.now += 5000;
    expect(await authenticate(secret)).toMatchObject({ kind: "refused", reason: "revoked" });
  });

  test("while the records are away, a token that was valid stays valid until it expires, and others are not judged", async () => {
    const { state, authenticate } = setUp({ found: { ...token, expiresAt: noon + 60_000 } });
    await authenticate(secret);
    state.isAway = true;
    state.now += 30_000;
    expect((await authenticate(secret)).kind).toBe("principal");
    await expect(authenticate(newSecret())).rejects.toMatchObject({ blame: "dependency" });
    state.now += 30_000;
    expect(await authenticate(secret)).toMatchObject({ reason: "expired" });
  });

  test("a token expires to the millisecond, from memory too", async () => {
    const { state, authenticate } = setUp({ found: { ...token, expiresAt: noon + 10 } });
    expect((await authenticate(secret)).kind).toBe("principal");
    state.now += 10;
    expect(await authenticate(secret)).toMatchObject({ reason: "expired" });
  });

  test.each(["x", "gaffe_", "gaffe_' OR '1'='1' --aaaaaaaaaaaaaaaaaaaaaaa", `gaffe_${"a".repeat(200)}`])(
    "%s is refused without reading the database",
    async (presented) => {
      const { state, authenticate } = setUp();
      expect(await authenticate(presented)).toMatchObject({ reason: "invalid" });
      expect(state.lookups).toBe(0);
    },
  );

  test.each([
    ["gaffe_cut", /incomplete/],
    ["$GAFFE_TOKEN", /placeholder/],
    ["gaffe_…", /placeholder/],
    ["sk-proj-of-a-provider", /begin with gaffe_/],
  ])("%s is refused with what it seems to be", async (presented, description) => {
    expect(await setUp().authenticate(presented)).toMatchObject({
      reason: "invalid",
      message: expect.stringMatching(description),
    });
  });

  test("without a token, a local program may send spans into project Global and nothing more", async () => {
    expect(await setUp().authenticate(undefined)).toMatchObject({ reason: "missing" });
    expect(await setUp({ isLocal: true }).authenticate(undefined)).toMatchObject({
      principal: { projectId: "global", scopes: ["ingest"] },
    });
  });
});

test.each([
  [{ "api-key": " a " }, "a"],
  [{ "api-key": "azure", "x-gaffe-api-key": "ours" }, "ours"],
  [{ authorization: "Bearer abc" }, "abc"],
  [{ authorization: "bearer  abc " }, "abc"],
  [{ authorization: `Basic ${btoa("public:abc:d")}` }, "abc:d"],
  [{ authorization: "Bearer%20abc" }, "abc"],
  [{ authorization: "gaffe_abc" }, "gaffe_abc"],
  [{ "api-key": '"abc"' }, "abc"],
  [{ "api-key": "'abc" }, "abc"],
  [{ authorization: "Digest abc" }, undefined],
  [{ "api-key": "", authorization: "Bearer abc" }, ""],
  [{}, undefined],
])("the token in %o is %s", (headers, expected) => {
  expect(presentedToken(headers)).toBe(expected);
});

test.each([
  [{ host: "localhost:4233" }, "127.0.0.1", true],
  [{ host: "127.0.0.1:4233" }, "::ffff:127.0.0.1", true],
  [{ host: "[::1]:4233" }, "::1", true],
  [{ host: "rebound.example:4233" }, "127.0.0.1", false],
  [{ host: "localhost:4233" }, "10.0.0.7", false],
  [{ host: "localhost:4233", origin: "http://localhost:4233" }, "127.0.0.1", true],
  [{ host: "localhost:4233", origin: "http://localhost:9999" }, "127.0.0.1", false],
  [{}, "127.0.0.1", false],
  [{ host: "127.9.9.9:4233" }, "127.0.0.1", true],
  [{ host: "localhost" }, "127.0.0.1", true],
  [{ host: "localhost:4233", "sec-fetch-site": "none" }, "127.0.0.1", true],
  [{ host: "localhost:4233", "sec-fetch-site": "cross-site" }, "127.0.0.1", false],
  [{ host: "localhost:4233", "sec-fetch-site": "same-site" }, "127.0.0.1", false],
  [{ host: "localhost:4233", forwarded: "for=10.0.0.7" }, "127.0.0.1", false],
  [{ host: "localhost:4233", "x-forwarded-for": "10.0.0.7" }, "127.0.0.1", false],
  [{ host: "localhost:4233", "x-forwarded-host": "gaffe.example" }, "127.0.0.1", false],
  [{ host: "localhost:4233", "x-forwarded-proto": "https" }, "127.0.0.1", false],
  [{ host: "localhost:4233", "x-real-ip": "10.0.0.7" }, "127.0.0.1", false],
  [{ host: "localhost:4233", via: "1.1 proxy" }, "127.0.0.1", false],
])("a request with %o from %s is local: %s", (headers, remoteAddress, expected) => {
  expect(isLocalRequest({ headers, httpVersion: "1.1", socket: { remoteAddress } })).toBe(expected);
});

test("a request in HTTP/1.0, as nginx sends it by default, is not local", () => {
  const request = { headers: { host: "localhost:4233" }, socket: { remoteAddress: "127.0.0.1" } };
  expect(isLocalRequest({ ...request, httpVersion: "1.0" })).toBe(false);
});
