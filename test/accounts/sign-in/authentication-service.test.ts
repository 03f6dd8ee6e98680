import { describe, expect, test } from "vitest";
import { isAlive, sessionLife } from "../../../src/accounts/account.ts";
import { accountEmailOf } from "../../../src/accounts/emails/account-email.ts";
import { createSessionCookie } from "../../../src/accounts/sign-in/cookie.ts";
import { passwordProblem } from "../../../src/accounts/sign-in/password.ts";
import { createPasswords } from "../../../src/accounts/sign-in/passwords.ts";
import { createThrottle } from "../../../src/accounts/sign-in/throttle.ts";
import { createRateLimiter } from "../../../src/platform/http/rate-limiter.ts";
import { createClientAddress } from "../../../src/server/client-address.ts";
import { isFromForeignPage, isFromOwnPage } from "../../../src/server/own-page.ts";
import { noon } from "../../support/data/examples.ts";

describe("a password", () => {
  test.each([
    ["short", /at least 12/],
    ["x".repeat(257), /at most 256/],
    ["aaaaaaaaaaaaaaa", /few different/],
    ["abababababababab", /few different/],
    ["abcdefghijklmnop", /run/],
    ["qwertyuiopasdfgh", /run/],
    ["0987654321098765", /run/],
    ["letmeinletmein", /run|commonly/],
    ["password1234", /commonly/],
    ["Password!2026", /commonly/],
    ["ann.smith2026", /commonly/],
    ["gaffegaffe12", /few different|run|commonly/],
  ])("%s is not taken", (password, problem) => {
    expect(passwordProblem(password, "ann.smith@example.org")).toMatch(problem);
  });

  test.each([
    "correct horse battery",
    "three words password",
    "Zp9!vKq2#mLx",
    "пароль из пяти слов",
    "x7".padEnd(200, "abc def "),
    " spaces count too ",
  ])("%s is taken", (password) => {
    expect(passwordProblem(password, "ann@example.org")).toBeUndefined();
  });

  test("is hashed with argon2id, differently each time, and an unknown user takes as long as a wrong password", async () => {
    const passwords = createPasswords();
    const [one, two] = await Promise.all([passwords.hash("correct horse"), passwords.hash("correct horse")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.isRight("correct horse", one)).toBe(true);
    expect(await passwords.isRight("correct Horse", one)).toBe(false);
    expect(await passwords.isRight("nobody has this password", undefined)).toBe(false);
    expect(passwords.isDated(one ?? "")).toBe(false);
    expect(passwords.isDated("$argon2id$v=19$m=19456,t=2,p=1$x$y")).toBe(true);
  });

  test("a flood is hashed in turn, and who comes when too many wait is sent away", async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 2 });
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map(() => passwords.hash("correct horse")));
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
    await expect(passwords.hash("again")).resolves.toMatch(/argon2id/);
  });
});

describe("the cookie of a session", () => {
  const plain = createSessionCookie({ overTls: false });
  const secure = createSessionCookie({ overTls: true });

  test("is for this host alone over TLS, and cannot be read by script anywhere", () => {
    expect(secure.give("s")).toMatch(
      /^__Host-gaffe_session=s; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(plain.give("s")).toMatch(/^gaffe_session=s; .*HttpOnly; SameSite=Strict$/);
    expect(secure.takeBack).toMatch(/^__Host-gaffe_session=; Max-Age=0;.*Secure/);
  });

  test.each([
    ["a=b; __Host-gaffe_session=s", "s"],
    ["gaffe_session=s", undefined],
    ["x__Host-gaffe_session=s", undefined],
    ["__Host-gaffe_session=s; __Host-gaffe_session=t", undefined],
    ["", undefined],
  ])("over TLS, %s holds %s", (cookie, expected) => {
    expect(secure.read({ cookie })).toBe(expected);
  });
});

describe("where a request with a cookie comes from", () => {
  const host = "gaffe.example:4233";
  const baseUrl = "https://gaffe.example";
  test.each([
    ["GET", {}, true],
    ["GET", { "sec-fetch-site": "none" }, true],
    ["GET", { "sec-fetch-site": "same-site" }, false],
    ["GET", { "sec-fetch-site": "cross-site" }, false],
    ["GET", { origin: "https://evil.example" }, false],
    ["POST", {}, false],
    ["POST", { "sec-fetch-site": "none" }, false],
    ["POST", { "sec-fetch-site": "same-origin" }, true],
    ["POST", { origin: "https://gaffe.example" }, true],
    ["POST", { origin: "http://gaffe.example:4233" }, true],
    ["POST", { origin: "http://gaffe.example:4234" }, false],
    ["POST", { origin: "https://gaffe.example.evil" }, false],
    ["POST", { origin: "null" }, false],
    ["DELETE", { origin: "https://gaffe.example", "sec-fetch-site": "same-site" }, false],
  ])("%s with %o is a page of Gaffe: %s", (method, headers, expected) => {
    expect(isFromOwnPage({ method, headers: { host, ...headers }, baseUrl })).toBe(expected);
  });

  test.each([
    [{}, false],
    [{ origin: "https://gaffe.example", "sec-fetch-site": "same-origin" }, false],
    [{ origin: "https://evil.example" }, true],
    [{ "sec-fetch-site": "same-site" }, true],
  ])("without a cookie, %o is foreign: %s", (headers, expected) => {
    expect(isFromForeignPage({ headers: { host, ...headers }, baseUrl })).toBe(expected);
  });
});

test.each([
  [[], "10.0.0.7", "1.2.3.4", "10.0.0.7"],
  [["10.0.0.0/8"], "10.0.0.7", "1.2.3.4", "1.2.3.4"],
  [["10.0.0.0/8"], "::ffff:10.0.0.7", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
  [["10.0.0.0/8"], "10.0.0.7", "1.2.3.4, 10.0.0.9", "1.2.3.4"],
  [["10.0.0.0/8"], "10.0.0.7", "nonsense", "10.0.0.7"],
  [["10.0.0.0/8"], "192.168.0.1", "1.2.3.4", "192.168.0.1"],
  [["fd00::1"], "fd00::1", "2001:db8::7", "2001:db8::7"],
  [["10.0.0.0/8"], "10.0.0.7", undefined, "10.0.0.7"],
] as const)("behind %j, a request of %s for %s comes from %s", (trusted, remote, forwarded, expected) => {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  expect(createClientAddress(trusted)(headers, remote)).toBe(expected);
});

describe("trying too often", () => {
  function setUp() {
    const counts = new Map<string, number>();
    const attempts = {
      count: (key: string, at: number, windowMs: number) => {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return Promise.resolve({ count: counts.get(key) ?? 0, endsAt: at + windowMs });
      },
      remove: (key: string) => Promise.resolve(void counts.delete(key)),
    };
    return createThrottle({ attempts, now: () => noon });
  }
  const tried = async (act: () => Promise<void>, times: number) => {
    let passed = 0;
    for (let time = 0; time < times; time++)
      await act().then(
        () => passed++,
        () => undefined,
      );
    return passed;
  };

  test("passwords are limited per email address and network, and per network", async () => {
    const throttle = setUp();
    const [email, address] = ["ann@example.org", "10.0.0.1"];
    expect(await tried(() => throttle.pass({ kind: "sign-in", email: "Ann@example.org", address }), 30)).toBe(10);
    await throttle.remove({ kind: "sign-in", email, address });
    expect(await tried(() => throttle.pass({ kind: "sign-in", email, address }), 5)).toBe(5);
    let from = 0;
    expect(
      await tried(() => throttle.pass({ kind: "sign-in", email: `${from++}@example.org`, address: "10.9.9.9" }), 80),
    ).toBe(50);
  });

  test("a subscriber's whole IPv6 network counts as one place", async () => {
    const throttle = setUp();
    let host = 0;
    const next = () => throttle.pass({ kind: "link", address: `2001:db8:1:2::${(host++).toString(16)}` });
    expect(await tried(next, 80)).toBe(60);
    await expect(throttle.pass({ kind: "link", address: "2001:db8:1:3::1" })).resolves.toBeUndefined();
  });

  test("the refusal contains the wait", async () => {
    const throttle = setUp();
    await tried(() => throttle.pass({ kind: "reset", email: "a@b.c", address: "1.1.1.1" }), 3);
    await expect(throttle.pass({ kind: "reset", email: "a@b.c", address: "1.1.1.1" })).rejects.toMatchObject({
      facts: { problem: "too-many-requests", retryAfterSeconds: 3600 },
    });
  });
});

test("a rate limit allows a number per minute for each key, and returns the wait", () => {
  const clock = { now: noon };
  const take = createRateLimiter({ perMinute: 60, now: () => clock.now });
  const passed = (key: string, times: number) =>
    Array.from({ length: times }, () => take(key)).filter((wait) => wait === undefined).length;
  expect(passed("a", 100)).toBe(60);
  expect(take("a")).toBe(1);
  expect(passed("b", 10)).toBe(10);
  clock.now += 5000;
  expect(passed("a", 100)).toBe(5);
  clock.now += 3_600_000;
  expect(passed("a", 100)).toBe(60);
});

test("a session ends three days after its last use and thirty days after its beginning", () => {
  const session = { id: "s", userId: "u", createdAt: noon, lastSeenAt: noon, address: "", agent: "" };
  expect(isAlive(session, noon + sessionLife.idleMs - 1)).toBe(true);
  expect(isAlive(session, noon + sessionLife.idleMs)).toBe(false);
  const used = { ...session, lastSeenAt: noon + sessionLife.longestMs - 1 };
  expect(isAlive(used, noon + sessionLife.longestMs - 1)).toBe(true);
  expect(isAlive(used, noon + sessionLife.longestMs)).toBe(false);
});

test.each([
  [{ kind: "invitation", role: "member", invitedBy: "ann@example.org" }, /ann@example.org invites you/],
  [{ kind: "sign_up" }, /Confirm your address/],
  [{ kind: "known" }, /already/],
  [{ kind: "reset" }, /new password/],
] as const)("an account email for %o contains its reason and the link", (reason, subject) => {
  const email = accountEmailOf(reason, "https://gaffe.example/x#k");
  expect(email.subject).toMatch(subject);
  expect(email.button.url).toBe("https://gaffe.example/x#k");
  expect(email.foot).toMatch(/did not request/);
});
