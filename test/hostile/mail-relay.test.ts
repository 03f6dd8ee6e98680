import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService, testToken } from "../support/service/service.ts";
import { eventually } from "../support/service/service-api.ts";

const password = "correct horse battery";
const victim = "victim@elsewhere.example";

/** Strangers who signed up and want the operator's mail server to write to other people. */
describe("a service with open sign-up and a mail server", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let service: Service;
  const cookies: string[] = [];

  beforeAll(async () => {
    folder = temporaryFolder();
    mail = await startMailServer();
    service = await startService({ folder: folder.path, env: { SMTP_URL: mail.url, GAFFE_SIGN_UP: "open" } });
    await send("POST", "/sign-up", { body: { email: "operator@example.org", password, token: testToken } });
    for (const email of ["eve@evil.example", "mallory@evil.example"]) {
      await send("POST", "/sign-up", { body: { email } });
      const [first] = await mailsTo(email);
      const key = /#([0-9A-Za-z]{43})/.exec(first?.mail.text ?? "")?.[1];
      cookies.push((await send("POST", "/links/join", { body: { key, password } })).cookie);
    }
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await mail[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  async function send(method: string, path: string, { body, cookie }: { body?: unknown; cookie?: string | undefined }) {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie === undefined ? {} : { cookie, origin: service.url }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
    const parsed: any = text === "" ? undefined : JSON.parse(text);
    const retryAfter = Number(answer.headers.get("retry-after") ?? 0);
    const given = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return { status: answer.status, body: parsed, retryAfter, cookie: given };
  }

  const received = (address: string) => mail.mails.filter(({ to }) => to.includes(address));
  const mailsTo = (address: string, count = 1) =>
    eventually(
      () => Promise.resolve(received(address)),
      (seen) => seen.length >= count,
    );
  const channelTo = (...to: string[]) => ({ name: "Buy pills", target: { kind: "email", to } });
  const linkIn = (text = "", page: string) => new RegExp(`https?://\\S+/${page}\\?t=\\S+`).exec(text)?.[0] ?? "";

  test("a stranger's channel sends one confirmation email to an address of somebody else, and no test message", async () => {
    const [cookie] = cookies;
    await send("PATCH", `/projects/${(await send("GET", "/me", { cookie })).body.projectId}`, {
      body: { name: "WIN NOW http://evil.example/?x=1 www.evil.example" },
      cookie,
    });
    const made = await send("POST", "/channels", { body: channelTo(victim), cookie });
    expect(made.body.recipients).toEqual([{ address: victim, state: "waiting", heldBack: 0 }]);
    for (let times = 0; times < 5; times++) {
      const tried = await send("POST", `/channels/${made.body.id}/test`, { cookie, body: {} });
      expect([tried.status, tried.body.detail]).toEqual([
        409,
        expect.stringContaining("waiting for confirmation") as string,
      ]);
      await send("POST", "/channels", { body: channelTo(victim), cookie });
    }
    const [confirmation] = await mailsTo(victim);
    expect(received(victim)).toHaveLength(1);
    expect(confirmation?.mail.subject).toBe("Confirm that Gaffe may email you");
    expect(confirmation?.raw).not.toContain("evil.example/");
    expect(confirmation?.mail.text).not.toMatch(/www\.evil|pills/i);
  });

  test("neither more accounts nor more requests reach an inbox more than five times a day", async () => {
    const [first, second] = cookies;
    const { body } = await send("POST", "/channels", { body: channelTo(victim), cookie: first });
    const again = () =>
      send("POST", `/channels/${body.id}/confirmations`, { body: { recipient: victim }, cookie: first });
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++) statuses.push((await again()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    const other = await send("POST", "/channels", { body: channelTo(victim), cookie: second });
    expect(other.status).toBe(429);
    const invited = await send("POST", "/invitations", { body: { email: victim }, cookie: second });
    expect([invited.status, invited.body.detail]).toEqual([
      429,
      expect.stringMatching(/which is the limit: try again/),
    ]);
    expect(invited.retryAfter).toBeGreaterThan(23 * 3600);
    await mailsTo(victim, 5);
    expect(received(victim)).toHaveLength(5);
  });

  test("an account cannot email more than a hundred addresses a day", async () => {
    const addresses = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `list${from + index}@elsewhere.example`);
    const [, cookie] = cookies;
    const first = await send("POST", "/channels", { body: channelTo(...addresses(0, 50)), cookie });
    const second = await send("POST", "/channels", { body: channelTo(...addresses(50, 50)), cookie });
    expect([first.status, second.status]).toEqual([201, 429]);
    expect(second.body.detail).toContain("this account sent 100 confirmation emails and invitations");
    expect((await send("GET", "/channels", { cookie })).body.items).toHaveLength(2);
    await mailsTo("list49@elsewhere.example");
    expect(received("list50@elsewhere.example")).toEqual([]);
  });

  test("an invitation whose link the admin uses does not make the address receive", async () => {
    const email = "second-victim@elsewhere.example";
    const cookie = (await send("POST", "/sign-in", { body: { email: "eve@evil.example", password } })).cookie;
    const invited = await send("POST", "/invitations", { body: { email, role: "member" }, cookie });
    const key = new URL(invited.body.url as string).hash.slice(1);
    const joined = await send("POST", "/links/join", { body: { key, password } });
    expect(joined.body.user).toMatchObject({ email, emailConfirmed: false });
    const channel = await send("POST", "/channels", { body: channelTo(email), cookie });
    expect(channel.body.recipients).toMatchObject([{ state: "waiting" }]);
    const tried = await send("POST", "/channels/email/test", { body: { recipient: email }, cookie });
    expect(tried.status).toBe(409);
    const subjects = (await mailsTo(email, 2)).map(({ mail: { subject } }) => subject);
    expect(subjects).toEqual(["eve@evil.example invites you to Gaffe", "Confirm that Gaffe may email you"]);
  });

  test("the owner of an address confirms by a form, and ends it by one click; a GET changes nothing", async () => {
    const address = "pat@customer.example";
    const cookie = (await send("POST", "/sign-in", { body: { email: "operator@example.org", password } })).cookie;
    const made = await send("POST", "/channels", { body: channelTo(address), cookie });
    const states = async () =>
      (await send("GET", "/channels", { cookie })).body.items
        .at(-1)
        .recipients.map(({ state }: { state: string }) => state);
    const [confirmation] = await mailsTo(address);
    const link = linkIn(confirmation?.mail.text, "confirm-email");
    const page = await fetch(link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(address) as string]);
    expect(await states()).toEqual(["waiting"]);
    expect((await fetch(`${link.slice(0, -4)}abcd`, { method: "POST" })).status).toBe(404);
    expect((await fetch(link, { method: "POST", body: new URLSearchParams() })).status).toBe(200);
    expect(await states()).toEqual(["confirmed"]);
    const tried = await send("POST", `/channels/${made.body.id}/test`, { body: {}, cookie });
    expect(tried.body).toMatchObject({ state: "sent", recipient: address });
    const stop = linkIn(confirmation?.mail.text, "stop-email");
    expect(confirmation?.raw).toMatch(/^list-unsubscribe-post: List-Unsubscribe=One-Click/im);
    expect((await fetch(stop)).status).toBe(200);
    expect(await states()).toEqual(["confirmed"]);
    const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect((await fetch(stop, oneClick)).status).toBe(200);
    expect(await states()).toEqual(["unsubscribed"]);
    // The link of the confirmation email is older than the unsubscription.
    expect((await fetch(link, { method: "POST", body: new URLSearchParams() })).status).toBe(410);
    const again = await send("POST", `/channels/${made.body.id}/confirmations`, {
      body: { recipient: address },
      cookie,
    });
    expect([again.status, again.body.detail]).toEqual([
      409,
      expect.stringMatching(/declined emails .* ask again from/),
    ]);
    expect(received(address)).toHaveLength(2);
  });

  test("the test messages to one address are limited", async () => {
    const cookie = (await send("POST", "/sign-in", { body: { email: "operator@example.org", password } })).cookie;
    const statuses: number[] = [];
    for (let times = 0; times < 21; times++) {
      statuses.push((await send("POST", "/channels/email/test", { body: {}, cookie })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  });
});
