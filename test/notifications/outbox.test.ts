import { expect, test } from "vitest";
import type { NotificationPreference } from "../../src/monitors/monitor.ts";
import { monitorChange } from "../../src/monitors/monitor-change.ts";
import type { Channel } from "../../src/notifications/channel.ts";
import { asMonitorId, asProjectId, firstAccount, globalProject } from "../../src/platform/ids.ts";
import { aFinding, aMonitor, noon } from "../support/data/examples.ts";
import { raisingInto } from "../support/data/raising.ts";
import type { TestRecords } from "../support/engines/open-records.ts";
import { describeRecords } from "../support/engines/record-backends.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const claim = { now: noon, leaseMs: minuteMs, limit: 100, maxEvents: 50 };

const addUser = (records: TestRecords, email: string) =>
  records.users.add({ id: email, accountId: firstAccount, email, role: "member", passwordHash: "h", createdAt: noon });

const aChannel = (changes: Partial<Channel> = {}): Channel => ({
  id: "hook",
  projectId: globalProject,
  name: "Hook",
  target: { kind: "webhook", url: "https://example.org/", secrets: ["whsec_a"] },
  showsDialog: false,
  createdAt: noon,
  updatedAt: noon,
  ...changes,
});

const monitorWith = (...notifications: readonly NotificationPreference[]) => aMonitor({ notifications });
const toHook = { channel: "hook", on: ["behavior", "error"], cadence: "immediate" } as const;
const findings = (count: number, at = noon) =>
  Array.from({ length: count }, (_, index) => aFinding({ fingerprint: [`${index}`], title: `Issue ${index}`, at }));

describeRecords("outbox", (backend) => {
  const raising = (records: TestRecords, at = noon) => raisingInto(records, { now: () => at });
  const history = async (records: TestRecords) =>
    (await records.deliveries.list(globalProject, {}, { limit: 100 })).items;

  test("every user gets one email about an opened issue, however often it is updated", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    await addUser(records, "bob@example.org");
    await records.monitors.add(monitorWith());
    for (let times = 0; times < 3; times++) await raising(records, noon + times)(findings(1));
    const items = await history(records);
    expect(new Set(items.map(({ recipient }) => recipient))).toEqual(new Set(["ann@example.org", "bob@example.org"]));
    expect(items).toMatchObject([
      { channelId: "email", kind: "single", state: "ready", attempts: 0, issueNumbers: [1], eventCount: 1 },
      { eventCount: 1 },
    ]);
  });

  test("deliveries that are due, or failed an attempt, count as backlog; those with a later time do not", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    expect(await records.deliveryBacklog.due(globalProject, noon)).toEqual({ count: 0 });
    await records.monitors.add(monitorWith());
    await raising(records)(findings(2));
    expect(await records.deliveryBacklog.due(globalProject, noon - 1)).toEqual({ count: 0 });
    expect(await records.deliveryBacklog.due(globalProject, noon + hourMs)).toEqual({ count: 2, oldestAt: noon });
    const [first] = await records.outbox.claim({ ...claim, now: noon + 5, limit: 1 });
    if (!first) throw new Error("nothing is due");
    const later = { state: "ready", dueAt: noon + 9 * hourMs, problem: "no answer", unconfirmed: 0 } as const;
    await records.outbox.settle(first, later, { at: noon + 6 });
    const behind = { count: 2, oldestAt: noon, problem: "no answer" };
    expect(await records.deliveryBacklog.due(globalProject, noon + hourMs)).toEqual(behind);
    expect(await records.deliveryBacklog.due(undefined, noon + hourMs)).toEqual(behind);
    expect(await records.deliveryBacklog.due(asProjectId("other"), noon + hourMs)).toEqual({ count: 0 });
  });

  test("of several replicas that see a monitor fail at the same time, one notifies", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    const monitor = aMonitor();
    await records.monitors.add(monitor);
    const health = { state: "broken", reason: "3 of 5 verdicts could not be made." } as const;
    const notify = (at: number) =>
      records.monitorHealth.notify(globalProject, (notified) => {
        const change = monitorChange(monitor, health, notified.get(monitor.id), at);
        return change ? [change] : [];
      });
    const changes = await Promise.all([notify(noon), notify(noon), notify(noon + 1)]);
    expect(changes.flat()).toHaveLength(1);
    expect(await history(records)).toMatchObject([
      { recipient: "ann@example.org", issueNumbers: [], monitors: [{ change: "broken" }], eventCount: 1 },
    ]);
    expect([...(await records.monitorHealth.notifiedHealth()).keys()]).toEqual([monitor.id]);
    await records.monitors.remove(globalProject, monitor.id);
    expect((await records.monitorHealth.notifiedHealth()).size).toBe(0);
  });

  test("no delivery without its change: a failed transaction leaves neither", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    const [finding] = findings(1);
    const twice = [finding, { ...finding, issueId: "other" }] as NonNullable<typeof finding>[];
    const failing = records.issues.change(globalProject, [], () =>
      twice.map(({ issueId, ...found }) => ({
        kind: "opened",
        // The table refuses a repeated number after the first was written.
        issue: {
          ...found,
          id: issueId,
          number: 1,
          state: "open",
          stateSince: noon,
          firstSeenAt: noon,
          lastSeenAt: noon,
          sampleDatapointId: found.datapointId,
          regressed: false,
        },
        actor: "pipeline",
        at: noon,
      })),
    );
    await expect(failing).rejects.toThrow();
    expect(await history(records)).toEqual([]);
    expect((await records.issues.list(globalProject, {}, { limit: 5 })).items).toEqual([]);
  });

  test("with many concurrent claimers, each delivery goes to one, and its epoch fences off the previous one", async () => {
    const at = backend.location();
    await using records = await backend.open(at);
    await using replica = at.kind === "postgres" ? await backend.open(at) : undefined;
    await records.channels.add(aChannel());
    await records.monitors.add(monitorWith(toHook));
    await raising(records)(findings(9));
    const claimed = (
      await Promise.all(
        [records, replica ?? records, records].map(({ outbox }) => outbox.claim({ ...claim, limit: 4 })),
      )
    ).flat();
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
    expect(await records.outbox.claim({ ...claim, now: noon + minuteMs - 1 })).toHaveLength(9 - claimed.length);
    const later = { ...claim, now: noon + 2 * minuteMs };
    const [again] = await records.outbox.claim({ ...later, limit: 1 });
    const before = claimed.find(({ id }) => id === again?.id);
    if (!again || !before) throw new Error("an expired lease is claimed again");
    expect(again).toMatchObject({ attempts: 2, epoch: 2, unconfirmed: 0 });
    expect(await records.outbox.begin(before)).toBe(false);
    expect(await records.outbox.settle(before, { state: "sent" }, { at: noon })).toBe(false);
    expect(await records.outbox.begin(again)).toBe(true);
    expect(await records.outbox.settle(again, { state: "sent" }, { at: noon + 5 })).toBe(true);
    expect(await records.outbox.settle(again, { state: "sent" }, { at: noon + 6 })).toBe(false);
    expect(await records.deliveries.get(globalProject, again.id)).toMatchObject({ state: "sent", sentAt: noon + 5 });
  });

  test("a lease that ran out after sending began is counted as unconfirmed", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(monitorWith(toHook));
    await raising(records)(findings(1));
    const [first] = await records.outbox.claim(claim);
    if (!first) throw new Error("nothing to claim");
    expect(await records.outbox.begin(first)).toBe(true);
    expect(await records.outbox.claim({ ...claim, now: noon + hourMs })).toMatchObject([
      { unconfirmed: 1, attempts: 2 },
    ]);
  });

  test("a channel that requests a delay holds back everything that waits for it", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(monitorWith(toHook));
    await raising(records)(findings(3));
    const [one] = await records.outbox.claim({ ...claim, limit: 1 });
    if (!one) throw new Error("nothing to claim");
    const settled = { state: "ready", dueAt: noon + 30_000, problem: "429", unconfirmed: 0 } as const;
    await records.outbox.settle(one, settled, { at: noon, holdChannelUntil: noon + 30_000 });
    expect(await records.outbox.claim({ ...claim, now: noon + 29_999 })).toEqual([]);
    expect(await records.outbox.claim({ ...claim, now: noon + 30_000, exceptChannels: ["hook"] })).toEqual([]);
    expect(await records.outbox.claim({ ...claim, now: noon + 30_000 })).toHaveLength(3);
  });

  test("a digest combines its window, and events after it was sent go into one more", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(monitorWith({ ...toHook, cadence: "hourly" }));
    await raising(records, noon + 1)(findings(2));
    expect(await records.outbox.claim({ ...claim, now: noon + hourMs - 1 })).toEqual([]);
    const [digest] = await records.outbox.claim({ ...claim, now: noon + hourMs });
    expect(digest).toMatchObject({ kind: "digest", eventCount: 2, events: [{ change: "opened" }, {}] });
    await raising(records, noon + 2)(findings(4));
    const [belated] = await records.outbox.claim({ ...claim, now: noon + hourMs });
    expect(belated).toMatchObject({ kind: "digest", eventCount: 2 });
  });

  test("a storm of new issues is ten messages and one digest, also when it comes in pieces", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(monitorWith(toHook));
    for (const [index, count] of [4, 40, 200].entries()) await raising(records, noon + index)(findings(count));
    const items = await history(records);
    const counts = items.map(({ kind, eventCount }) => `${kind} ${eventCount}`);
    expect(counts.filter((count) => count === "single 1")).toHaveLength(10);
    expect(counts.filter((count) => count !== "single 1")).toEqual(["digest 190"]);
    const digest = (await records.outbox.claim({ ...claim, now: noon + hourMs })).find(({ kind }) => kind === "digest");
    expect(digest?.events).toHaveLength(50);
    expect(digest?.eventCount).toBe(190);
  });

  test("a channel stores its target, can be disabled once, and is visible only in its project", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.channels.disable(globalProject, "hook", "gone");
    await records.channels.disable(globalProject, "hook", "still gone");
    expect(await records.channels.get(globalProject, "hook")).toEqual(aChannel({ disabledReason: "gone" }));
    expect((await records.channels.list(globalProject)).map(({ id }) => id)).toEqual(["email", "hook"]);
    const elsewhere = asMonitorId("other") as never;
    expect(await records.channels.get(elsewhere, "hook")).toBeUndefined();
    expect(await records.channels.remove(elsewhere, "hook")).toBe(false);
    expect(await records.channels.replace(aChannel({ name: "New" }))).toBe(true);
    expect(await records.channels.get(globalProject, "hook")).toEqual(aChannel({ name: "New" }));
    expect(await records.channels.remove(globalProject, "hook")).toBe(true);
    expect(await records.channels.remove(globalProject, "email")).toBe(false);
  });

  test("the history pages newest first, filters, and deletes old deliveries", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(monitorWith(toHook));
    await raising(records)(findings(5));
    const [one] = await records.outbox.claim({ ...claim, limit: 1 });
    if (!one) throw new Error("nothing to claim");
    await records.outbox.settle(one, { state: "failed", problem: "no", unconfirmed: 0 }, { at: noon + 1 });
    const first = await records.deliveries.list(globalProject, {}, { limit: 3 });
    const rest = await records.deliveries.list(globalProject, {}, { limit: 3, cursor: first.nextCursor ?? "" });
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(5);
    const failed = await records.deliveries.list(
      globalProject,
      { states: ["failed"], channelId: "hook" },
      { limit: 9 },
    );
    expect(failed.items).toMatchObject([{ id: one.id, problem: "no" }]);
    expect(await records.outbox.prune(noon + 1)).toBe(0);
    expect(await records.outbox.prune(noon + 2)).toBe(1);
    expect(await records.deliveries.get(globalProject, one.id)).toBeUndefined();
  });
});
