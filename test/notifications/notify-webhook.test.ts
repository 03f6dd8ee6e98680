import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { deadPort } from "../support/receivers/mail-server.ts";
import { startNotifying } from "../support/receivers/notifier.ts";
import { type Received, startReceiver, status } from "../support/receivers/receiver.ts";

const secret = (text: string) => `whsec_${Buffer.from(text.repeat(4)).toString("base64")}`;
const [newest, older] = [secret("newest00"), secret("older000")];

async function startHook({ url, ...options }: { url?: string; allow?: string[]; silenceMs?: number } = {}) {
  const receiver = await startReceiver();
  const service = await startNotifying(options);
  await service.addChannel({ kind: "webhook", url: url ?? `${receiver.url}/hook`, secrets: [newest, older] });
  return {
    ...service,
    ...receiver,
    receiver,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** Verifies only the signature, because the tests' clock is fixed. */
function verified({ headers, body }: Received, key: string) {
  const id = String(headers["webhook-id"]);
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const own = new Webhook(key).sign(id, at, body);
  expect(String(headers["webhook-signature"]).split(" ")).toContain(own);
  return JSON.parse(body);
}

describe("signed webhooks to a local receiver", () => {
  test("one event per issue change, verifiable with the new and the old secret", async () => {
    await using hook = await startHook();
    await hook.raiseOne();
    await hook.raiseOne();
    await hook.notifier.runDue();
    expect(hook.received).toHaveLength(1);
    const [one] = hook.received as [Received];
    expect(verified(one, older)).toEqual(verified(one, newest));
    expect(verified(one, newest)).toMatchObject({
      type: "issue.opened",
      data: {
        project: { name: "Shop" },
        issues: [
          {
            number: 1,
            severity: "major",
            url: "https://gaffe.example.org/p/global/issues/1",
            monitor: { name: "Refunds" },
          },
        ],
      },
    });
    expect(one.headers).toMatchObject({ "content-type": "application/json" });
    expect(JSON.stringify(one)).not.toContain("whsec_");
  });

  test("a receiver that verifies with the library accepts it", async () => {
    await using hook = await startHook();
    hook.clock.now = Date.now();
    await hook.raiseOne();
    await hook.notifier.runDue();
    const [{ body, headers }] = hook.received as [Received];
    expect(new Webhook(newest).verify(body, headers as Record<string, string>)).toMatchObject({ type: "issue.opened" });
    expect(() => new Webhook(newest).verify(`${body} `, headers as Record<string, string>)).toThrow(/signature/i);
  });

  test("two hours of 500: back-off, the same id and a fresh timestamp in every try, then one delivery", async () => {
    await using hook = await startHook();
    hook.receiver.state.reply = status(500);
    await hook.raiseOne();
    while (hook.clock.now < noon + 2 * 3_600_000) {
      await hook.notifier.runDue();
      await hook.skipToDue();
    }
    hook.receiver.state.reply = hook.ok;
    await hook.notifier.runDue();
    expect(await hook.deliveries()).toMatchObject([{ state: "sent" }]);
    expect(hook.received.length).toBeGreaterThan(8);
    expect(hook.received.length).toBeLessThan(15);
    expect(new Set(hook.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(hook.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(hook.received.length);
    for (const one of hook.received) verified(one, newest);
  });

  test("a receiver that responds too slowly is retried, because it recognizes the repeat by its id", async () => {
    await using hook = await startHook({ silenceMs: 1500 });
    hook.receiver.state.reply = () => undefined;
    await hook.raiseOne();
    for (let attempts = 0; attempts < 3; attempts++) {
      await hook.notifier.runDue();
      await hook.skipToDue();
    }
    expect(await hook.deliveries()).toMatchObject([
      { state: "ready", attempts: 3, problem: expect.stringContaining("no answer within") },
    ]);
    hook.receiver.state.reply = hook.ok;
    await hook.patient.runDue();
    expect(await hook.deliveries()).toMatchObject([{ state: "sent", attempts: 4 }]);
  });

  test("410 disables the channel: nothing more is sent to it, and the history shows why", async () => {
    await using hook = await startHook();
    hook.receiver.state.reply = status(410);
    await hook.raiseOne();
    await hook.notifier.runDue();
    await hook.raiseOne({ fingerprint: ["another"] });
    await hook.notifier.runDue();
    expect(hook.received).toHaveLength(1);
    expect((await hook.records.channels.list(globalProject))[1]).toMatchObject({
      disabledReason: expect.stringMatching(/410/),
    });
    for (const one of await hook.deliveries())
      expect(one).toMatchObject({ state: "failed", problem: expect.stringMatching(/410/) });
  });

  test("a redirect is not followed", async () => {
    await using hook = await startHook();
    await using elsewhere = await startReceiver();
    hook.receiver.state.reply = status(302, { location: elsewhere.url });
    await hook.raiseOne();
    await hook.notifier.runDue();
    expect(elsewhere.received).toEqual([]);
    expect(await hook.deliveries()).toMatchObject([
      { state: "ready", problem: expect.stringMatching(/302, a redirect/) },
    ]);
  });

  test("of an answer of 5 MB only the beginning is read, and it is a delivery", async () => {
    await using hook = await startHook();
    let isCut = false;
    hook.receiver.state.reply = (response) => {
      response.on("close", () => {
        isCut = !response.writableFinished;
      });
      response.end(Buffer.alloc(5 * 2 ** 20, "x"));
    };
    await hook.raiseOne();
    await hook.notifier.runDue();
    expect(await hook.deliveries()).toMatchObject([{ state: "sent" }]);
    await expect.poll(() => isCut).toBe(true);
  });

  test("Retry-After holds back what waits for that channel", async () => {
    await using hook = await startHook();
    hook.receiver.state.reply = status(429, { "retry-after": "900" });
    await hook.raiseOne();
    await hook.notifier.runDue();
    hook.clock.now += 1000;
    await hook.raiseOne({ fingerprint: ["another"] });
    await hook.notifier.runDue();
    hook.clock.now = noon + 900_000;
    expect(hook.received.length).toBeLessThanOrEqual(2);
    const sofar = hook.received.length;
    for (const { dueAt } of await hook.deliveries()) expect(dueAt).toBeGreaterThanOrEqual(noon + 900_000);
    hook.receiver.state.reply = hook.ok;
    hook.clock.now += 1000;
    await hook.notifier.runDue();
    expect(hook.received).toHaveLength(sofar + 2);
  });

  test("an unreachable receiver is retried", async () => {
    await using hook = await startHook({ url: `http://127.0.0.1:${await deadPort()}/` });
    await hook.raiseOne();
    await hook.notifier.runDue();
    expect(await hook.deliveries()).toMatchObject([{ state: "ready", unconfirmed: 0 }]);
  });

  test.each(["literal", "name"])(
    "an address inside our own network is refused where it is dialled (%s)",
    async (how) => {
      await using receiver = await startReceiver();
      const url = how === "literal" ? receiver.url : receiver.url.replace("127.0.0.1", "localhost");
      await using hook = await startHook({ url, allow: [] });
      await hook.raiseOne();
      await hook.notifier.runDue();
      expect(receiver.received).toEqual([]);
      expect(await hook.deliveries()).toMatchObject([
        { state: "failed", problem: expect.stringMatching(/may be connected/) },
      ]);
    },
  );
});
