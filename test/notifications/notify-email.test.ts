import { describe, expect, test } from "vitest";
import { muteOf } from "../../src/notifications/mute.ts";
import { aFinding, noon } from "../support/data/examples.ts";
import { deadPort, startMailServer, startSilentServer } from "../support/receivers/mail-server.ts";
import { startNotifying } from "../support/receivers/notifier.ts";

describe("email through a real SMTP server", () => {
  test("an opened issue reaches every user once, in text and HTML, with a link and what it is about", async () => {
    await using server = await startMailServer();
    await using service = await startNotifying({ smtpUrl: server.url });
    await service.addUser("ann@example.org");
    await service.addUser("bob@example.org");
    service.dialog.set("datapoint-1", {
      datapoint: {
        input: [
          { role: "system", parts: [{ type: "text", text: "be kind" }] },
          { role: "user", parts: [{ type: "text", text: "Refund <b>me</b>\nnow" }] },
        ],
        output: [{ role: "assistant", parts: [{ type: "text", text: "I can't do that." }] }],
      },
    });
    const title = "Model refusal in <script>alert(1)</script>\r\nBcc: eve@example.org";
    for (let times = 0; times < 3; times++) {
      await service.raiseOne({ title });
      await service.notifier.runDue();
    }
    expect(server.mails.map(({ to }) => to[0]).sort((one = "", other = "") => one.localeCompare(other))).toEqual([
      "ann@example.org",
      "bob@example.org",
    ]);
    const [{ mail, raw }] = server.mails as [(typeof server.mails)[number]];
    expect(mail.subject).toMatch(/^New major issue #1: Model refusal in <script>alert\(1\)<\/script> Bcc: eve/);
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(mail.from?.address).toBe("gaffe@example.org");
    expect(mail.text).toContain("https://gaffe.example.org/p/global/issues/1");
    expect(mail.text).toContain("I can't do that.");
    expect(mail.text).not.toContain("be kind");
    expect(mail.html).toContain("Refund &lt;b&gt;me&lt;/b&gt;");
    expect(mail.html).not.toContain("<script>");
    expect(mail.html).toContain("prefers-color-scheme:dark");
    expect(await service.deliveries()).toMatchObject([{ state: "sent" }, { state: "sent", attempts: 1 }]);
  });

  test("an email contains the links of RFC 8058; following one mutes the subject, including waiting messages", async () => {
    await using server = await startMailServer();
    await using service = await startNotifying({ smtpUrl: server.url });
    await service.addUser("Ann@example.org");
    await service.raiseOne();
    await service.notifier.runDue();
    const headers = new Map(server.mails[0]?.mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const [, token = ""] =
      /^<https:\/\/gaffe\.example\.org\/unsubscribe\?t=([\w:.~-]+)>$/.exec(headers.get("list-unsubscribe") ?? "") ?? [];
    expect(service.muteLinks.read(token)).toMatchObject({ scope: "project", recipient: "ann@example.org" });
    expect(service.muteLinks.read(`${token.slice(0, -3)}abc`)).toBeUndefined();
    const links = [...(server.mails[0]?.mail.text ?? "").matchAll(/\?t=(\S+)/g)].map(([, one = ""]) => one);
    expect(links.map((one) => service.muteLinks.read(one)?.scope)).toEqual(["issue", "monitor", "project"]);
    service.clock.now += 1;
    await service.raiseOne({ fingerprint: ["waits"] });
    const request = service.muteLinks.read(links[1] ?? "");
    if (!request) throw new Error("no link");
    await service.records.mutes.add(muteOf(request, noon));
    await service.raiseOne({ fingerprint: ["later"] });
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(1);
    expect(await service.deliveries()).toMatchObject([
      { state: "failed", problem: "its recipient muted these notifications" },
      { state: "sent" },
    ]);
  });

  test("the dialog is omitted where the channel says so", async () => {
    await using server = await startMailServer();
    await using service = await startNotifying({ smtpUrl: server.url });
    const channel = await service.addChannel({ kind: "email", to: ["team@example.org"] });
    await service.records.channels.replace({ ...channel, showsDialog: false });
    service.dialog.set("datapoint-1", {
      datapoint: { input: [], output: [{ role: "assistant", parts: [{ type: "text", text: "a secret" }] }] },
    });
    await service.raiseOne();
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.raw).not.toContain("a secret");
  });

  const once = async (answer: "never" | { readonly code: number }, at: "atRecipient" | "afterDot") => {
    const server = await startMailServer();
    const service = await startNotifying({ smtpUrl: server.url, ...(answer === "never" ? { silenceMs: 4000 } : {}) });
    await service.addUser("ann@example.org");
    server.state[at] = answer;
    await service.raiseOne();
    await service.notifier.runDue();
    return { server, service };
  };

  test.each([
    ["atRecipient", 421],
    ["atRecipient", 450],
    ["afterDot", 451],
  ] as const)("%s answered %i: retried later, and one email arrives", async (at, code) => {
    const { server, service } = await once({ code }, at);
    expect(await service.deliveries()).toMatchObject([
      { state: "ready", attempts: 1, dueAt: noon + 5000, unconfirmed: 0 },
    ]);
    server.state[at] = "take";
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(0);
    await service.skipToDue();
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(1);
    expect(await service.deliveries()).toMatchObject([{ state: "sent", attempts: 2 }]);
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test.each([
    ["atRecipient", 550],
    ["afterDot", 554],
  ] as const)("%s answered %i: stopped, and the history shows why", async (at, code) => {
    const { server, service } = await once({ code }, at);
    expect(await service.deliveries()).toMatchObject([
      { state: "failed", problem: `the mail server answered ${code}`, attempts: 1 },
    ]);
    service.clock.now += 80 * 3_600_000;
    expect(await service.notifier.runDue()).toBe(0);
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("a hang before the message was handed over is retried like any outage", async () => {
    const { server, service } = await once("never", "atRecipient");
    expect(await service.deliveries()).toMatchObject([{ state: "ready", unconfirmed: 0 }]);
    server.state.atRecipient = "take";
    await service.skipToDue();
    await service.patient.runDue();
    expect(server.mails).toHaveLength(1);
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("a hang after the final dot gives one repeat with the same Message-ID, and never a third mail", async () => {
    const { server, service } = await once("never", "afterDot");
    expect(await service.deliveries()).toMatchObject([{ state: "ready", unconfirmed: 1 }]);
    await service.skipToDue();
    await service.notifier.runDue();
    expect(await service.deliveries()).toMatchObject([
      { state: "failed", unconfirmed: 2, problem: expect.stringMatching(/may have arrived/) },
    ]);
    service.clock.now += 80 * 3_600_000;
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(2);
    expect(new Set(server.mails.map(({ mail }) => mail.messageId)).size).toBe(1);
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("a server that is away is tried for 72 hours and then given up", async () => {
    await using service = await startNotifying({ smtpUrl: `smtp://127.0.0.1:${await deadPort()}` });
    await service.addUser("ann@example.org");
    await service.raiseOne();
    for (let attempts = 0; attempts < 100 && (await service.deliveries())[0]?.state === "ready"; attempts++) {
      await service.skipToDue();
      await service.notifier.runDue();
    }
    const [delivery] = await service.deliveries();
    expect(delivery).toMatchObject({ state: "dead", problem: expect.stringMatching(/cannot be used/) });
    expect(service.clock.now - noon).toBeGreaterThan(60 * 3_600_000);
    expect(service.clock.now - noon).toBeLessThan(72 * 3_600_000);
    expect(delivery?.attempts).toBeGreaterThan(15);
  });

  test("a server that never responds does not count as an unconfirmed delivery", async () => {
    await using silent = await startSilentServer();
    await using service = await startNotifying({ smtpUrl: `smtp://127.0.0.1:${silent.port}`, silenceMs: 500 });
    await service.addUser("ann@example.org");
    await service.raiseOne();
    await service.notifier.runDue();
    expect(await service.deliveries()).toMatchObject([{ state: "ready", unconfirmed: 0 }]);
  });

  test("without a mail server the history shows the reason", async () => {
    await using service = await startNotifying();
    await service.addUser("ann@example.org");
    await service.raiseOne();
    await service.notifier.runDue();
    expect(await service.deliveries()).toMatchObject([{ state: "failed", problem: expect.stringMatching(/SMTP_URL/) }]);
  });

  test("a storm of ten thousand findings of one issue is one mail, of a thousand issues eleven", async () => {
    await using server = await startMailServer();
    await using service = await startNotifying({ smtpUrl: server.url });
    await service.addUser("ann@example.org");
    for (let batch = 0; batch < 10; batch++) await service.raise(Array.from({ length: 1000 }, () => aFinding()));
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(1);
    await service.raise(
      Array.from({ length: 1000 }, (_, index) => aFinding({ fingerprint: [`${index}`], title: `Issue ${index}` })),
    );
    service.clock.now += 3_600_000;
    await service.notifier.runDue();
    expect(server.mails).toHaveLength(11);
    const digest = server.mails.find(({ mail }) => mail.subject?.includes("issue changes"));
    expect(digest?.mail.subject).toBe("991 issue changes in Shop");
    expect(digest?.mail.text).toContain("and 941 more");
  });
});
