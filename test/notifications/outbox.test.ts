import { expect, test } from "vitest";
import type { Records } from "../../src/app/records/open.ts";
import type { NotificationPreference } from "../../src/monitors/monitor.ts";
import { monitorChange } from "../../src/monitors/monitor-change.ts";
import type { Channel } from "../../src/notifications/channel.ts";
import { asMonitorId, asProjectId, firstAccount, globalProject } from "../../src/platform/ids.ts";
import { aFinding, aMonitor, noon } from "../support/data/examples.ts";
import { raisingInto } from "../support/data/raising.ts";
import { describeRecords } from "../support/engines/record-backends.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const claim = { now: noon, leaseMs: minuteMs, limit: 100, toldLimit: 50 };

const addUser = (records: Records, email: string) =>
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

const tells = (...notifications: readonly NotificationPreference[]) => aMonitor({ notifications });
const toHook = { channel: "hook", on: ["behaviour", "error"], cadence: "immediate" } as const;
const findings = (count: number, at = noon) =>
  Array.from({ length: count }, (_, index) => aFinding({ fingerprint: [`${index}`], title: `Issue ${index}`, at }));

describeRecords("outbox", (backend) => {
  const raising = (records: Records, at = noon) => raisingInto(records, { now: () => at });
  const history = async (records: Records) => (await records.deliveries.list(globalProject, {}, { limit: 100 })).items;

  test("an opened issue is told to every user by e-mail, once, however often it is raised", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    await addUser(records, "bob@example.org");
    await records.monitors.add(tells());
    for (let times = 0; times < 3; times++) await raising(records, noon + times)(findings(1));
    const items = await history(records);
    expect(new Set(items.map(({ recipient }) => recipient))).toEqual(new Set(["ann@example.org", "bob@example.org"]));
    expect(items).toMatchObject([
      { channelId: "email", kind: "single", state: "ready", tries: 0, issueNumbers: [1], toldCount: 1 },
      { toldCount: 1 },
    ]);
  });

  test("what is due, or was tried in vain, is behind; what waits for its time is not", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    expect(await records.deliveryBacklog.due(globalProject, noon)).toEqual({ count: 0 });
    await records.monitors.add(tells());
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

  test("of replicas that see a monitor broken at the same time, one tells it", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    const monitor = aMonitor();
    await records.monitors.add(monitor);
    const health = { state: "broken", because: "3 of 5 verdicts could not be made." } as const;
    const tell = (at: number) =>
      records.monitorHealth.tell(globalProject, (told) => {
        const change = monitorChange(monitor, health, told.get(monitor.id), at);
        return change ? [change] : [];
      });
    const changes = await Promise.all([tell(noon), tell(noon), tell(noon + 1)]);
    expect(changes.flat()).toHaveLength(1);
    expect(await history(records)).toMatchObject([
      { recipient: "ann@example.org", issueNumbers: [], monitors: [{ change: "broken" }], toldCount: 1 },
    ]);
    expect([...(await records.monitorHealth.told()).keys()]).toEqual([monitor.id]);
    await records.monitors.remove(globalProject, monitor.id);
    expect((await records.monitorHealth.told()).size).toBe(0);
  });

  test("no delivery without its change: a failed transaction leaves neither", async () => {
    await using records = await backend.open();
    await addUser(records, "ann@example.org");
    const [finding] = findings(1);
    const twice = [finding, { ...finding, issueId: "other" }] as NonNullable<typeof finding>[];
    const failing = records.issues.change(globalProject, [], () =>
      twice.map(({ issueId, ...found }) => ({
        kind: "opened",
        // The same number twice is refused by the table, after the first was written.
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
        actor: "line",
        at: noon,
      })),
    );
    await expect(failing).rejects.toThrow();
    expect(await history(records)).toEqual([]);
    expect((await records.issues.list(globalProject, {}, { limit: 5 })).items).toEqual([]);
  });

  test("many claimers at once: each delivery goes to one, and its epoch fences off the one before", async () => {
    const at = backend.place();
    await using records = await backend.open(at);
    await using replica = at.kind === "postgres" ? await backend.open(at) : undefined;
    await records.channels.add(aChannel());
    await records.monitors.add(tells(toHook));
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
    if (!again || !before) throw new Error("a lease that ran out is handed out again");
    expect(again).toMatchObject({ tries: 2, epoch: 2, unconfirmed: 0 });
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
    await records.monitors.add(tells(toHook));
    await raising(records)(findings(1));
    const [first] = await records.outbox.claim(claim);
    if (!first) throw new Error("nothing to claim");
    expect(await records.outbox.begin(first)).toBe(true);
    expect(await records.outbox.claim({ ...claim, now: noon + hourMs })).toMatchObject([{ unconfirmed: 1, tries: 2 }]);
  });

  test("a channel that asks for time holds back everything that waits for it", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(tells(toHook));
    await raising(records)(findings(3));
    const [one] = await records.outbox.claim({ ...claim, limit: 1 });
    if (!one) throw new Error("nothing to claim");
    const settled = { state: "ready", dueAt: noon + 30_000, problem: "429", unconfirmed: 0 } as const;
    await records.outbox.settle(one, settled, { at: noon, holdChannelUntil: noon + 30_000 });
    expect(await records.outbox.claim({ ...claim, now: noon + 29_999 })).toEqual([]);
    expect(await records.outbox.claim({ ...claim, now: noon + 30_000, exceptChannels: ["hook"] })).toEqual([]);
    expect(await records.outbox.claim({ ...claim, now: noon + 30_000 })).toHaveLength(3);
  });

  test("a digest gathers its window, and what comes after it left is told in one more", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(tells({ ...toHook, cadence: "hourly" }));
    await raising(records, noon + 1)(findings(2));
    expect(await records.outbox.claim({ ...claim, now: noon + hourMs - 1 })).toEqual([]);
    const [digest] = await records.outbox.claim({ ...claim, now: noon + hourMs });
    expect(digest).toMatchObject({ kind: "digest", toldCount: 2, told: [{ change: "opened" }, {}] });
    await raising(records, noon + 2)(findings(4));
    const [belated] = await records.outbox.claim({ ...claim, now: noon + hourMs });
    expect(belated).toMatchObject({ kind: "digest", toldCount: 2 });
  });

  test("a storm of new issues is ten messages and one digest, also when it comes in pieces", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(tells(toHook));
    for (const [index, count] of [4, 40, 200].entries()) await raising(records, noon + index)(findings(count));
    const items = await history(records);
    const counts = items.map(({ kind, toldCount }) => `${kind} ${toldCount}`);
    expect(counts.filter((told) => told === "single 1")).toHaveLength(10);
    expect(counts.filter((told) => told !== "single 1")).toEqual(["digest 190"]);
    const digest = (await records.outbox.claim({ ...claim, now: noon + hourMs })).find(({ kind }) => kind === "digest");
    expect(digest?.told).toHaveLength(50);
    expect(digest?.toldCount).toBe(190);
  });

  test("a channel keeps its target, can be disabled once, and is seen by its project only", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.channels.disable(globalProject, "hook", "gone");
    await records.channels.disable(globalProject, "hook", "still gone");
    expect(await records.channels.get(globalProject, "hook")).toEqual(aChannel({ disabledBecause: "gone" }));
    expect((await records.channels.list(globalProject)).map(({ id }) => id)).toEqual(["email", "hook"]);
    const elsewhere = asMonitorId("other") as never;
    expect(await records.channels.get(elsewhere, "hook")).toBeUndefined();
    expect(await records.channels.remove(elsewhere, "hook")).toBe(false);
    expect(await records.channels.replace(aChannel({ name: "New" }))).toBe(true);
    expect(await records.channels.get(globalProject, "hook")).toEqual(aChannel({ name: "New" }));
    expect(await records.channels.remove(globalProject, "hook")).toBe(true);
    expect(await records.channels.remove(globalProject, "email")).toBe(false);
  });

  test("the history pages newest first, filters, and forgets what was long over", async () => {
    await using records = await backend.open();
    await records.channels.add(aChannel());
    await records.monitors.add(tells(toHook));
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
