import { expect, test } from "vitest";
import {
  confirmationLifeMs,
  type KnownRecipient,
  recipientId,
  recipientStateOf,
  unsubscribedMs,
} from "../../src/accounts/recipients/recipient.ts";
import { confirmChannelRecipients } from "../../src/notifications/records/confirm-channel-recipients.ts";
import { firstAccount, globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { describeRecords } from "../support/engines/record-backends.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { startNotifying } from "../support/receivers/notifier.ts";
import { startApi } from "../support/service/api.ts";

const address = "Team@customer.example";
const about = { accountId: firstAccount, requestedBy: "ann@example.org", about: "the project Shop" };
const pathOf = (url = "") => url.slice(url.indexOf("/", 8));

test.each([
  ["a member who proved it", { member: { isProven: true } }, "member"],
  ["a member who joined by a shown link", { member: { isProven: false } }, "unconfirmed"],
  ["a stranger", {}, "unconfirmed"],
  ["somebody who has a link", { recipient: { answer: "waiting", expiresAt: noon + 1 } }, "waiting"],
  ["somebody who had a link", { recipient: { answer: "waiting", expiresAt: noon } }, "expired"],
  ["somebody who confirmed", { recipient: { answer: "confirmed", expiresAt: noon } }, "confirmed"],
  ["somebody who unsubscribed", { recipient: { answer: "unsubscribed", expiresAt: noon } }, "unsubscribed"],
] as const)("%s is %s", (_, known, state) => {
  expect(recipientStateOf(address, known as KnownRecipient, { trusted: [], at: noon })).toBe(state);
});

test("addresses and domains of the setting need no confirmation, until their owner unsubscribes", () => {
  const state = (trusted: readonly string[], known: Parameters<typeof recipientStateOf>[1] = {}) =>
    recipientStateOf(address, known, { trusted, at: noon });
  expect(state(["team@customer.example"])).toBe("trusted");
  expect(state(["@customer.example"])).toBe("trusted");
  expect(state(["@example", "customer.example", "eam@customer.example"])).toBe("unconfirmed");
  expect(state(["@customer.example"], { recipient: { answer: "unsubscribed" } as never })).toBe("unsubscribed");
});

test("a notification to an unconfirmed address is held back and counted; after the confirmation the next is sent", async () => {
  await using server = await startMailServer();
  await using service = await startNotifying({ smtpUrl: server.url, trusted: [] });
  await service.addChannel({ kind: "email", to: [address] });
  await service.recipients.request({ ...about, addresses: [address] });
  await expect.poll(() => server.mails.length).toBe(1);
  await service.raiseOne();
  await service.notifier.runDue();
  const heldBack = /^waiting for confirmation/;
  expect(await service.deliveries()).toMatchObject([{ state: "failed", problem: expect.stringMatching(heldBack) }]);
  expect(await service.needs.telemetry.metrics.metrics()).toContain(
    'gaffe_delivery_held_back_total{reason="waiting"} 1',
  );
  const link = /confirm-email\?t=(\S+)/.exec(server.mails[0]?.mail.text ?? "")?.[1] ?? "";
  const answer = service.recipients.read(link);
  expect(answer && (await service.recipients.answer(answer))).toBe(true);
  service.clock.now += 1;
  await service.raiseOne({ fingerprint: ["later"] });
  await service.notifier.runDue();
  expect(server.mails.map(({ mail }) => mail.subject)).toEqual([
    "Confirm that Gaffe may email you",
    expect.stringContaining("issue #2"),
  ]);
  const [, notification] = server.mails;
  expect(notification?.mail.text).toContain("No more emails of this account: https://gaffe.example.org/stop-email?t=");
  const header = notification?.mail.headers.find(({ key }) => key === "list-unsubscribe")?.value;
  const unsubscription = service.recipients.read(/t=([^>]+)/.exec(header ?? "")?.[1] ?? "");
  expect(unsubscription).toMatchObject({ kind: "unsubscribe", address: address.toLowerCase() });
  if (unsubscription) await service.recipients.answer(unsubscription);
  service.clock.now += 1;
  await service.raiseOne({ fingerprint: ["last"], at: service.clock.now });
  await service.notifier.runDue();
  expect(server.mails).toHaveLength(2);
  expect((await service.deliveries())[0]).toMatchObject({ problem: "its recipient ended emails of this account" });
});

test("a confirmation expires after seven days, a newer email replaces the link, and an unsubscription lasts thirty days", async () => {
  await using service = await startApi();
  const body = { name: "Team", target: { kind: "email", to: [address] } };
  const { id } = (await service.ask("POST", "/api/v1/channels", { body })).body;
  const confirm = (index: number) =>
    service.ask("POST", pathOf(service.emails[index]?.email.button.url), { token: "" });
  const state = async () => (await service.ask("GET", "/api/v1/channels")).body.items[1].recipients[0].state;
  const again = () => service.ask("POST", `/api/v1/channels/${id}/confirmations`, { body: { recipient: address } });
  service.clock.now += confirmationLifeMs;
  expect(await state()).toBe("expired");
  expect((await confirm(0)).status).toBe(410);
  expect((await again()).body.recipients).toMatchObject([{ state: "waiting" }]);
  expect((await confirm(0)).status).toBe(410);
  expect((await confirm(1)).status).toBe(200);
  expect(await state()).toBe("confirmed");
  expect((await again()).status).toBe(409);
  const decline = pathOf(service.emails[1]?.email.declineUrl);
  expect((await service.ask("POST", decline, { token: "" })).status).toBe(200);
  expect((await again()).status).toBe(409);
  service.clock.now += unsubscribedMs;
  expect((await again()).status).toBe(200);
  expect(service.emails).toHaveLength(3);
});

describeRecords("recipients", (backend) => {
  test("channels from before recipients confirmed go on: their addresses count as confirmed", async () => {
    await using records = await backend.open();
    const made = { projectId: globalProject, name: "Old", showsDialog: true, createdAt: noon, updatedAt: noon };
    await records.channels.add({ ...made, id: "old", target: { kind: "email", to: [address, "second@x.example"] } });
    await records.channels.add({ ...made, id: "all", target: { kind: "email", to: "account" } });
    await records.channels.add({ ...made, id: "hook", target: { kind: "slack_webhook", url: "https://x.example/1" } });
    await confirmChannelRecipients(records.db as never);
    await confirmChannelRecipients(records.db as never);
    const found = await records.emailRecipients.find(firstAccount, [address, "second@x.example", "third@x.example"]);
    const answers = Object.fromEntries([...found].map(([known, { recipient }]) => [known, recipient?.answer]));
    expect(answers).toEqual({ [address.toLowerCase()]: "confirmed", "second@x.example": "confirmed" });
  });

  test("answers are stored by account, and a member's address is proven by the confirmation", async () => {
    await using records = await backend.open();
    const store = records.emailRecipients;
    const one = { accountId: firstAccount, address: "bob@example.org", answer: "waiting" } as const;
    await store.request([
      { ...one, id: recipientId(firstAccount, one.address), requestedAt: noon, expiresAt: noon + 10 },
    ]);
    await records.users.add({
      id: "bob",
      accountId: firstAccount,
      email: one.address,
      role: "member",
      createdAt: noon,
      passwordHash: "h",
      isEmailUnproven: true,
    });
    expect(await store.confirm(firstAccount, one.address, { requestedAt: noon - 1, at: noon })).toBe(false);
    expect(await store.confirm("other" as never, one.address, { requestedAt: noon, at: noon })).toBe(false);
    expect(await records.users.list(firstAccount)).toMatchObject([{ isEmailUnproven: true }]);
    expect(await store.confirm(firstAccount, one.address, { requestedAt: noon, at: noon })).toBe(true);
    expect((await records.users.list(firstAccount))[0]).not.toHaveProperty("isEmailUnproven");
    await store.unsubscribe(firstAccount, "bob@example.org", noon + 1);
    const found = (await store.find(firstAccount, ["BOB@example.org"])).get("bob@example.org");
    expect(found).toMatchObject({ member: { isProven: true }, recipient: { answer: "unsubscribed" } });
  });
});
