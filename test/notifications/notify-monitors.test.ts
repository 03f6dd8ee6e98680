import { describe, expect, test } from "vitest";
import type { NotificationPreference } from "../../src/monitors/monitor.ts";
import type { MonitorHealth } from "../../src/monitors/monitor-health.ts";
import { createMonitorHealthCheck } from "../../src/monitors/stages/monitor-health-check.ts";
import type { ChannelTarget } from "../../src/notifications/channel.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { startNotifying } from "../support/receivers/notifier.ts";
import { slackApi, startReceiver } from "../support/receivers/receiver.ts";

const minute = 60_000;
const broken: MonitorHealth = { state: "broken", reason: "3 of 5 verdicts of the last day could not be made." };
const working: MonitorHealth = { state: "working", reason: "The last matching call came 3 min ago." };
/** A preference that no issue of a monitor matches. */
const narrow = { on: ["error"], minSeverity: "critical", cadence: "daily" } as const;

type Service = Awaited<ReturnType<typeof startNotifying>>;

/** Runs the monitor health check with this health and sends the notifications. */
async function looked(service: Service, health: MonitorHealth): Promise<void> {
  const monitors = await service.needs.monitorFeed.enabled();
  const watch = createMonitorHealthCheck({
    ...service.needs,
    enabled: Map.groupBy(monitors, ({ projectId }) => projectId),
    activity: { activeSince: () => Promise.resolve(new Set(monitors.map(({ projectId }) => projectId))) },
    readMonitorStatus: (_, monitors) =>
      Promise.resolve(
        monitors.map((monitor) => ({
          monitor,
          health,
          totals: { verdicts: {}, datapoints: 0, overLimit: 0, costUsd: 0, broken: [], skipped: [], hourly: [] },
          day: { from: 0, to: 1 },
        })),
      ),
    everyMs: minute,
  });
  await Promise.all([watch.look(), watch.look()]);
  await service.notifier.runDue();
}

async function tellingTo(target: ChannelTarget, preference: Partial<NotificationPreference>, slackApiUrl?: string) {
  const service = await startNotifying(slackApiUrl === undefined ? {} : { slackApiUrl });
  await service.addChannel(target, preference);
  return service;
}

describe("a monitor that does not work", () => {
  test("notifies the monitor's channel once, whatever its issue preferences are, and once when it works again", async () => {
    await using hook = await startReceiver();
    const secrets = [`whsec_${Buffer.from("secret00".repeat(4)).toString("base64")}`];
    await using service = await tellingTo({ kind: "webhook", url: hook.url, secrets }, narrow);
    const types = () => hook.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    await looked(service, working);
    await looked(service, broken);
    await looked(service, broken);
    expect(types()).toEqual(["monitor.broken"]);
    expect(JSON.parse(hook.received[0]?.body ?? "")).toMatchObject({
      data: {
        headline: "The monitor Refunds is broken",
        issueChanges: 0,
        issues: [],
        monitors: [{ id: "refunds", explanation: broken.reason, url: expect.stringContaining("/monitors/refunds") }],
      },
    });
    // A flapping monitor notifies at most once an hour.
    service.clock.now += 59 * minute;
    await looked(service, working);
    expect(types()).toEqual(["monitor.broken"]);
    service.clock.now += minute;
    await looked(service, working);
    expect(types()).toEqual(["monitor.broken", "monitor.works_again"]);
    expect(await service.deliveries()).toMatchObject([
      { issueNumbers: [], monitors: [{ change: "works_again", monitorName: "Refunds" }] },
      { issueNumbers: [], monitors: [{ change: "broken" }] },
    ]);
  });

  test("without preferences every user gets a mail; who muted the monitor gets none", async () => {
    await using server = await startMailServer();
    await using service = await startNotifying({
      smtpUrl: server.url,
      monitor: { name: "Refunds & <b>returns</b>" },
    });
    await service.addUser("ann@example.org");
    await looked(service, broken);
    const [{ mail }] = server.mails as [(typeof server.mails)[number]];
    expect(mail.subject).toBe("The monitor Refunds & <b>returns</b> is broken");
    expect(mail.text).toContain(broken.reason);
    expect(mail.text).toContain("No more emails of this monitor: https://gaffe.example.org/unsubscribe");
    expect(mail.text).not.toContain("this issue");
    expect(mail.html).toContain("Open monitor");
    expect(mail.html).not.toContain("<b>returns");
    const link = /this monitor: \S+t=(\S+)/.exec(mail.text ?? "")?.[1] ?? "";
    const request = service.muteLinks.read(decodeURIComponent(link));
    expect(request).toMatchObject({ scope: "monitor", subjectId: "refunds" });
  });

  test("Slack gets a sentence with a link", async () => {
    await using slack = await startReceiver();
    slack.state.reply = slackApi("xoxb-right", "C042");
    const app = { kind: "slack_app", token: "xoxb-right", conversation: "C042" } as const;
    await using service = await tellingTo(app, narrow, `${slack.url}/api/`);
    await looked(service, broken);
    const sent = new URLSearchParams(slack.received[0]?.body);
    expect(sent.get("text")).toBe("The monitor Refunds is broken");
    expect(sent.get("blocks")).toContain("/monitors/refunds|Open monitor>");
  });

  test("nobody is notified if the monitor notifies nobody, or is disabled", async () => {
    const nobody = [{ channel: "none", on: ["error"], cadence: "immediate" }] as const;
    await using service = await startNotifying({ monitor: { notifications: nobody } });
    await service.addUser("ann@example.org");
    await looked(service, broken);
    expect(await service.deliveries()).toEqual([]);
  });
});
