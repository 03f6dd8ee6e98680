import { expect, test } from "vitest";
import type { Outbox } from "../../src/notifications/ports/notifications.ts";
import { createNotifier } from "../../src/notifications/stages/notify.ts";
import { aFinding } from "../support/data/examples.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { startNotifying } from "../support/receivers/notifier.ts";
import { startReceiver } from "../support/receivers/receiver.ts";

type Step = "claim" | "begin" | "settle";
const secret = `whsec_${Buffer.alloc(32, "k").toString("base64")}`;
const afterLeaseMs = 130_000;

/** Returns an outbox whose process dies right after the given step: what it wrote remains, nothing follows. */
function dyingAfter(step: Step, outbox: Outbox): Outbox {
  const dead = () => Promise.reject(new Error("the process is gone"));
  switch (step) {
    case "claim":
      return { ...outbox, begin: dead, settle: dead };
    case "begin":
      return { ...outbox, begin: async (delivery) => (await outbox.begin(delivery), dead()), settle: dead };
    default:
      return { ...outbox, settle: dead };
  }
}

test.each([
  ["claim", 1],
  // In these two the outcome is unknown, so it is sent once more, never twice.
  ["begin", 1],
  ["settle", 2],
] as const)(
  "a process that dies after %s: %i email(s) of one Message-ID, and the delivery ends as sent",
  async (step, mails) => {
    await using server = await startMailServer();
    await using service = await startNotifying({ smtpUrl: server.url });
    await service.addUser("ann@example.org");
    await service.raiseOne();
    const dying = createNotifier({ ...service.needs, outbox: dyingAfter(step, service.records.outbox) });
    await dying.runDue();
    await service.notifier.runDue();
    service.clock.now += afterLeaseMs;
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(mails);
    expect(new Set(server.mails.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(await service.deliveries()).toMatchObject([{ state: "sent", attempts: 2 }]);
  },
);

test("a mail whose sender died twice after handing it over is not sent a third time", async () => {
  await using server = await startMailServer();
  await using service = await startNotifying({ smtpUrl: server.url });
  await service.addUser("ann@example.org");
  await service.raiseOne();
  const dying = createNotifier({ ...service.needs, outbox: dyingAfter("settle", service.records.outbox) });
  for (let lives = 0; lives < 4; lives++) {
    await dying.runDue();
    service.clock.now += afterLeaseMs;
  }
  await service.notifier.runDue();
  expect(server.mails).toHaveLength(2);
  expect(await service.deliveries()).toMatchObject([{ state: "failed", problem: expect.stringMatching(/may have/) }]);
});

test("500 issue changes, three notifiers that keep dying, one event per notification", async () => {
  await using receiver = await startReceiver();
  await using service = await startNotifying();
  await service.addChannel({ kind: "webhook", url: receiver.url, secrets: [secret] });
  const findings = Array.from({ length: 500 }, (_, index) => aFinding({ fingerprint: [`${index}`] }));
  await Promise.all([service.raise(findings), service.raise(findings), service.raise(findings)]);
  service.clock.now += 600_000;
  const all = ["claim", "begin", "settle"] as const;
  const dying = all.map((step) =>
    createNotifier({ ...service.needs, outbox: dyingAfter(step, service.records.outbox) }),
  );
  await Promise.all(dying.map((notifier) => notifier.runDue()));
  service.clock.now += afterLeaseMs;
  const healthy = all.map(() => createNotifier(service.needs));
  await Promise.all(healthy.map((notifier) => notifier.runDue()));
  const items = await service.deliveries();
  expect(items).toHaveLength(11);
  for (const { state } of items) expect(state).toBe("sent");
  expect(items.reduce((sum, { eventCount }) => sum + eventCount, 0)).toBe(500);
  // Repeats after a crash have the first id, so the receiver counts them as one.
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(11);
});

test("without crashes three notifiers send each delivery once", async () => {
  await using receiver = await startReceiver();
  await using service = await startNotifying();
  await service.addChannel({ kind: "webhook", url: receiver.url, secrets: [secret] });
  await service.raise(Array.from({ length: 50 }, (_, index) => aFinding({ fingerprint: [`${index}`] })));
  service.clock.now += 600_000;
  await Promise.all([1, 2, 3].map(() => createNotifier(service.needs).runDue()));
  expect(receiver.received).toHaveLength(11);
});

test("once started it sends automatically, and after a stop it sends nothing", async () => {
  await using receiver = await startReceiver();
  await using service = await startNotifying();
  await service.addChannel({ kind: "webhook", url: receiver.url, secrets: [secret] });
  const notifier = createNotifier({ ...service.needs, everyMs: 10 });
  notifier.start();
  await service.raiseOne();
  await expect.poll(() => receiver.received.length).toBe(1);
  await notifier.stop();
  await service.raiseOne({ fingerprint: ["another"] });
  expect((await service.deliveries()).filter(({ state }) => state === "ready")).toHaveLength(1);
});

test("a test message is attempted once and returns its result", async () => {
  await using receiver = await startReceiver();
  await using service = await startNotifying();
  const channel = await service.addChannel({ kind: "webhook", url: receiver.url, secrets: [secret] });
  expect(await service.notifier.sendTest(channel, undefined)).toMatchObject({ kind: "test", state: "sent" });
  receiver.state.reply = (response) => void response.writeHead(500).end();
  expect(await service.notifier.sendTest(channel, undefined)).toMatchObject({
    state: "failed",
    problem: "the receiver answered 500",
  });
});
