import type { Monitor, NotificationPreference } from "../../../src/monitors/monitor.ts";
import type { Channel, ChannelTarget } from "../../../src/notifications/channel.ts";
import { createAccountMail, createSenders } from "../../../src/notifications/channels/index.ts";
import type { MuteRequest } from "../../../src/notifications/mute.ts";
import { createMuteLinks } from "../../../src/notifications/mute-links.ts";
import { createNotifier } from "../../../src/notifications/stages/notify.ts";
import { createAddressGuard } from "../../../src/platform/http/address.ts";
import { createHttpClient } from "../../../src/platform/http/http-client.ts";
import { firstAccount, globalProject } from "../../../src/platform/ids.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";
import { aFinding, aMonitor, noon } from "../data/examples.ts";
import { raisingInto } from "../data/raising.ts";
import { addBareProject } from "../engines/bare-project.ts";
import { openTestRecords } from "../engines/open-records.ts";
import { temporaryRecords } from "../engines/records.ts";
import { testBox } from "../engines/sealed-box.ts";
import { recipientsOf } from "../service/recipients.ts";

const timeoutMs = 30_000;

interface Options {
  readonly smtpUrl?: string;
  readonly slackApiUrl?: string;
  readonly allow?: readonly string[];
  /** Timeout for a silent receiver, in milliseconds. Short only in tests with a receiver that never responds. */
  readonly silenceMs?: number;
  readonly monitor?: Partial<Monitor>;
  /** Addresses that need no confirmation; those of example.org by default. */
  readonly trusted?: readonly string[];
}

/** Starts records, outbox and notifier as in the service, with the test's clock. */
export async function startNotifying({
  smtpUrl,
  slackApiUrl,
  allow = ["127.0.0.1"],
  silenceMs = timeoutMs,
  monitor,
  trusted = ["@example.org"],
}: Options = {}) {
  const records = await temporaryRecords();
  const clock = { now: noon };
  const now = () => clock.now;
  await addBareProject(records, { id: globalProject, accountId: firstAccount, name: "Shop", createdAt: noon });
  await records.monitors.add(aMonitor(monitor));
  const telemetry = createTelemetry({ level: "silent" });
  const waitingFor = (ms: number) => {
    const http = createHttpClient({ guard: createAddressGuard(allow), timeoutMs: ms });
    const email = { from: "Gaffe <gaffe@example.org>", silenceMs: ms, ...(smtpUrl ? { smtpUrl } : {}) };
    return { http, senders: createSenders({ http, email, ...(slackApiUrl ? { slackApiUrl } : {}) }) };
  };
  const { http, senders } = waitingFor(silenceMs);
  const patiently = waitingFor(timeoutMs);
  const muteLinks = createMuteLinks(testBox);
  const dialog = new Map<string, unknown>();
  const baseUrl = () => "https://gaffe.example.org";
  const mail = createAccountMail({ from: "Gaffe <gaffe@example.org>", ...(smtpUrl ? { smtpUrl } : {}) });
  const { recipients } = recipientsOf(records, { mail, trusted, baseUrl, now });
  const dependencies = {
    ...records,
    recipients,
    unsubscribeUrl: recipients.unsubscribeUrl,
    senders,
    datapoints: { get: (_project: unknown, id: string) => Promise.resolve(dialog.get(id) as never) },
    findings: { counts: () => Promise.resolve(new Map()), trend: () => Promise.resolve(new Map()) },
    muteUrl: (request: MuteRequest) => `https://gaffe.example.org/unsubscribe?t=${muteLinks.tokenOf(request)}`,
    telemetry,
    now,
    random: () => 1,
    baseUrl,
  };
  const notifier = createNotifier(dependencies);
  const slowNotifier = createNotifier({ ...dependencies, senders: patiently.senders });
  const raise = raisingInto(records, { now });

  return {
    records,
    recipients,
    clock,
    notifier,
    /** A second notifier with a long timeout, for a receiver that responds again, however slowly. */
    patient: slowNotifier,
    senders,
    needs: dependencies,
    dialog,
    muteLinks,
    raise,
    addUser: (address: string) =>
      records.users.add({
        id: address,
        accountId: firstAccount,
        email: address,
        role: "member",
        passwordHash: "h",
        createdAt: noon,
      }),
    /** Adds a channel that the monitor of the findings notifies of everything immediately. */
    async addChannel(target: ChannelTarget, preference: Partial<NotificationPreference> = {}): Promise<Channel> {
      const id = "channel_1";
      const made = { id, projectId: globalProject, name: "Team", target, showsDialog: true };
      const channel = { ...made, createdAt: noon, updatedAt: noon };
      await records.channels.add(channel);
      const notifications = [{ channel: id, on: ["behavior", "error"], cadence: "immediate", ...preference } as const];
      await records.monitors.replace(aMonitor({ revision: 2, notifications }));
      return channel;
    },
    raiseOne: (changes: Parameters<typeof aFinding>[0] = {}) => raise([aFinding(changes)]),
    deliveries: async () => (await records.deliveries.list(globalProject, {}, { limit: 200 })).items,
    async skipToDue() {
      const { items } = await records.deliveries.list(globalProject, { states: ["ready"] }, { limit: 200 });
      clock.now = Math.max(clock.now, Math.min(...items.map(({ dueAt }) => dueAt)));
    },
    another: async () => openTestRecords({ kind: "sqlite", file: records.file }, { box: testBox }),
    async [Symbol.asyncDispose]() {
      for (const each of [notifier, slowNotifier]) await each.stop();
      for (const each of [http, patiently.http]) await each[Symbol.asyncDispose]();
      await records.close();
    },
  };
}
