import { describe, expect, test } from "vitest";
import { startNotifying } from "../support/receivers/notifier.ts";
import { slackApi, startReceiver, status } from "../support/receivers/receiver.ts";

const app = { kind: "slack_app", token: "xoxb-right", conversation: "C042" } as const;

describe("Slack, as far as messages go", () => {
  test("an app posts into its conversation, with untrusted text escaped", async () => {
    await using slack = await startReceiver();
    slack.state.reply = slackApi("xoxb-right", "C042");
    await using service = await startNotifying({ slackApiUrl: `${slack.url}/api/` });
    await service.addChannel(app);
    await service.raiseOne({ title: "<!channel> & *all*", explanation: "see <https://evil.example|here>" });
    await service.notifier.runDue();
    expect(await service.deliveries()).toMatchObject([{ state: "sent", attempts: 1 }]);
    const sent = new URLSearchParams(slack.received[0]?.body);
    expect(sent.get("blocks")).toContain("<https://gaffe.example.org/p/global/issues/1|Open issue #1>");
    expect(sent.get("text")).not.toContain("<!channel>");
    expect(sent.get("blocks")).not.toContain("<https://evil");
  });

  test.each([
    [{ ...app, token: "xoxb-wrong" }, "Slack answered invalid_auth"],
    [{ ...app, conversation: "C999" }, "Slack answered channel_not_found"],
  ])("an error that only a person can fix stops immediately: %#", async (target, problem) => {
    await using slack = await startReceiver();
    slack.state.reply = slackApi("xoxb-right", "C042");
    await using service = await startNotifying({ slackApiUrl: `${slack.url}/api/` });
    await service.addChannel(target);
    await service.raiseOne();
    await service.notifier.runDue();
    expect(await service.deliveries()).toMatchObject([{ state: "failed", problem, attempts: 1 }]);
    expect(slack.received).toHaveLength(1);
  });

  test("429 waits as long as Slack requests, 500 uses the notifier's own wait", async () => {
    await using slack = await startReceiver();
    await using service = await startNotifying({ slackApiUrl: `${slack.url}/api/` });
    await service.addChannel(app);
    slack.state.reply = status(429, { "retry-after": "120" });
    await service.raiseOne();
    const start = service.clock.now;
    await service.notifier.runDue();
    await service.skipToDue();
    expect(service.clock.now - start).toBe(120_000);
    slack.state.reply = status(500);
    await service.notifier.runDue();
    await service.skipToDue();
    slack.state.reply = slackApi("xoxb-right", "C042");
    await service.notifier.runDue();
    expect(await service.deliveries()).toMatchObject([{ state: "sent", attempts: 3, unconfirmed: 0 }]);
  });

  test("no answer: one repeat, never a third message", async () => {
    await using slack = await startReceiver();
    slack.state.reply = () => undefined;
    await using service = await startNotifying({ silenceMs: 4000 });
    await service.addChannel({ kind: "slack_webhook", url: `${slack.url}/services/T/B/x` });
    await service.raiseOne();
    for (let times = 0; times < 4; times++) {
      await service.notifier.runDue();
      service.clock.now += 3_600_000;
    }
    expect(slack.received).toHaveLength(2);
    expect(await service.deliveries()).toMatchObject([{ state: "failed", unconfirmed: 2 }]);
  });

  test("an incoming webhook takes the same message, and its URL shows up nowhere", async () => {
    await using slack = await startReceiver();
    await using service = await startNotifying();
    await service.addChannel({ kind: "slack_webhook", url: `${slack.url}/services/T/B/xsecret` });
    await service.raiseOne();
    await service.notifier.runDue();
    expect(JSON.parse(slack.received[0]?.body ?? "")).toMatchObject({
      text: expect.stringMatching(/^New major issue #1/),
      blocks: [{ type: "header" }, { type: "section" }, { type: "section" }, { type: "context" }],
    });
    slack.state.reply = status(404);
    await service.raiseOne({ fingerprint: ["another"] });
    await service.notifier.runDue();
    const items = await service.deliveries();
    expect(items.map(({ state }) => state).sort((one, other) => one.localeCompare(other))).toEqual(["failed", "sent"]);
    expect(JSON.stringify(items)).not.toContain("xsecret");
  });
});
