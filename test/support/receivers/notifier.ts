import { openRecords } from "../../../src/app/records/open.ts";
import type { Monitor, NotificationPreference } from "../../../src/monitors/monitor.ts";
import type { Channel, ChannelTarget } from "../../../src/notifications/channel.ts";
import { createCarriers } from "../../../src/notifications/channels/index.ts";
import type { MuteRequest } from "../../../src/notifications/mute.ts";
import { createMuteLinks } from "../../../src/notifications/mute-links.ts";
import { createNotifier } from "../../../src/notifications/stages/notify.ts";
import { createAddressGuard } from "../../../src/platform/http/address.ts";
import { createGuardedPost } from "../../../src/platform/http/guarded-post.ts";
import { firstAccount, globalProject } from "../../../src/platform/ids.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";
import { aFinding, aMonitor, noon } from "../data/examples.ts";
import { raisingInto } from "../data/raising.ts";
import { temporaryRecords } from "../engines/records.ts";
import { testBox } from "../engines/sealed-box.ts";

const patienceMs = 30_000;

interface Options {
  readonly smtpUrl?: string;
  readonly slackApiUrl?: string;
  readonly allow?: readonly string[];
  /** How long a receiver may say nothing. Short only where a test has one that never answers. */
  readonly silenceMs?: number;
  /** What the monitor of the findings has beyond an example's. */
  readonly monitor?: Partial<Monitor>;
}

/** Records, outbox and notifier as in the service, with a clock of the test's own. */
export async function startNotifying({
  smtpUrl,
  slackApiUrl,
  allow = ["127.0.0.1"],
  silenceMs = patienceMs,
  monitor,
}: Options = {}) {
  const records = await temporaryRecords();
  const clock = { now: noon };
  const now = () => clock.now;
  await records.projects.add({ id: globalProject, accountId: firstAccount, name: "Shop", createdAt: noon }, []);
  await records.monitors.add(aMonitor(monitor));
  const telemetry = createTelemetry({ level: "silent" });
  const waitingFor = (ms: number) => {
    const post = createGuardedPost({ guard: createAddressGuard(allow), timeoutMs: ms });
    const email = { from: "Gaffe <gaffe@example.org>", silenceMs: ms, ...(smtpUrl ? { smtpUrl } : {}) };
    return { post, carriers: createCarriers({ post, email, ...(slackApiUrl ? { slackApiUrl } : {}) }) };
  };
  const { post, carriers } = waitingFor(silenceMs);
  const patiently = waitingFor(patienceMs);
  const muteLinks = createMuteLinks(testBox);
  const dialog = new Map<string, unknown>();
  const needs = {
    ...records,
    carriers,
    datapoints: { get: (_project: unknown, id: string) => Promise.resolve(dialog.get(id) as never) },
    findings: { counts: () => Promise.resolve(new Map()), trend: () => Promise.resolve(new Map()) },
    muteUrl: (request: MuteRequest) => `https://gaffe.example.org/unsubscribe?t=${muteLinks.tokenOf(request)}`,
    telemetry,
    now,
    random: () => 1,
    baseUrl: () => "https://gaffe.example.org",
  };
  const notifier = createNotifier(needs);
  const patient = createNotifier({ ...needs, carriers: patiently.carriers });
  const raise = raisingInto(records, { now });

  return {
    records,
    clock,
    notifier,
    /** Another one, for when the receiver answers again: however slowly. */
    patient,
    carriers,
    needs,
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
    /** Adds a channel that the monitor of the findings tells everything at once. */
    async addChannel(target: ChannelTarget, preference: Partial<NotificationPreference> = {}): Promise<Channel> {
      const id = "channel_1";
      const made = { id, projectId: globalProject, name: "Team", target, showsDialog: true };
      const channel = { ...made, createdAt: noon, updatedAt: noon };
      await records.channels.add(channel);
      const notifications = [{ channel: id, on: ["behaviour", "error"], cadence: "immediate", ...preference } as const];
      await records.monitors.replace(aMonitor({ revision: 2, notifications }));
      return channel;
    },
    raiseOne: (changes: Parameters<typeof aFinding>[0] = {}) => raise([aFinding(changes)]),
    deliveries: async () => (await records.deliveries.list(globalProject, {}, { limit: 200 })).items,
    /** The next time something may be sent. */
    async skipToDue() {
      const { items } = await records.deliveries.list(globalProject, { states: ["ready"] }, { limit: 200 });
      clock.now = Math.max(clock.now, Math.min(...items.map(({ dueAt }) => dueAt)));
    },
    another: async () => openRecords({ kind: "sqlite", file: records.file }, { box: testBox }),
    async [Symbol.asyncDispose]() {
      for (const each of [notifier, patient]) await each.stop();
      for (const each of [post, patiently.post]) await each[Symbol.asyncDispose]();
      await records.close();
    },
  };
}
