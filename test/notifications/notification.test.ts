import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { IssueChange } from "../../src/issues/issue-change.ts";
import { decideFinding } from "../../src/issues/issue-rules.ts";
import type { NotificationPreference } from "../../src/monitors/monitor.ts";
import { afterTry, type Delivery } from "../../src/notifications/delivery.ts";
import {
  type Audience,
  bounded,
  cooled,
  ofIssue,
  planNotifications,
  stormCeiling,
} from "../../src/notifications/notification.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { isBetween, nextClockTime } from "../../src/platform/text/local-time.ts";
import { aFinding, noon } from "../support/data/examples.ts";

const hourMs = 3_600_000;
const opened = (changes: Parameters<typeof aFinding>[0] = {}, at = noon) =>
  decideFinding(undefined, [aFinding(changes)], { number: 1, at });
const users = ["ann@example.org", "bob@example.org"];
const channels: Audience["channels"] = new Map([
  ["email", { target: { kind: "email", to: "account" } }],
  ["team", { target: { kind: "email", to: ["team@example.org"] } }],
  ["slack", { target: { kind: "slack_app", token: "t", conversation: "c" } }],
]);
/** A monitor without notification preferences. */
const plain = { name: "Plain", notifications: [] };
const everything = { on: ["behavior", "error"], cadence: "immediate" } as const;
const planForIssue = (change: IssueChange, audience: Audience) =>
  planNotifications(ofIssue(change, audience.monitor?.name), audience);
const plan = (change: IssueChange, ...notifications: readonly NotificationPreference[]) =>
  planForIssue(change, { monitor: { name: "Refunds", notifications }, channels, users }).map(
    ({ channelId, recipient, delivery }) => [channelId, recipient, delivery.kind, delivery.dueAt - noon],
  );

describe("recipients", () => {
  test("all users by email, immediately, if a monitor has no preferences, and nobody if it was deleted", () => {
    const everyone = users.map((user) => ["email", user, "single", 0]);
    expect(plan(opened())).toEqual(everyone);
    const gone = planForIssue(opened(), { monitor: undefined, channels, users });
    expect(gone).toEqual([]);
  });

  test("critical to Slack immediately and the rest as a daily email", () => {
    const preferences: NotificationPreference[] = [
      { ...everything, channel: "slack", minSeverity: "critical" },
      { ...everything, channel: "team", maxSeverity: "major", cadence: "daily" },
    ];
    expect(plan(opened({ severity: "critical" }), ...preferences)).toEqual([["slack", undefined, "single", 0]]);
    expect(plan(opened({ severity: "minor" }), ...preferences)).toEqual([
      ["team", "team@example.org", "digest", 21 * hourMs],
    ]);
  });

  test.each([
    [{ channel: "none" }, 0],
    [{ channel: "slack", on: ["error"] }, 0],
    [{ channel: "slack", on: ["behavior"] }, 1],
    [{ channel: "slack", changes: ["resolved"] }, 0],
    [{ channel: "slack", minSeverity: "critical" }, 0],
    [{ channel: "slack", maxSeverity: "minor" }, 0],
    // It will fail, and the history will show why.
    [{ channel: "deleted" }, 1],
  ] as const)("a major behavior issue that opens, by %j: %i", (on, count) => {
    expect(plan(opened(), { ...everything, ...on })).toHaveLength(count);
  });

  test("nobody is notified twice: of two preferences for one recipient the earliest message wins", () => {
    const cadences = ["daily", "immediate", "hourly"] as const;
    const planned = plan(opened(), ...cadences.map((cadence) => ({ ...everything, channel: "slack", cadence })));
    expect(planned).toEqual([["slack", undefined, "single", 0]]);
  });

  test("quiet hours combine their events into one message afterwards", () => {
    const withQuietHours = {
      ...everything,
      channel: "slack",
      quietHours: { from: "22:00", to: "07:00" },
      timeZone: "Asia/Tokyo",
    };
    // Noon in UTC is 21:00 in Tokyo.
    expect(plan(opened(), withQuietHours)).toEqual([["slack", undefined, "single", 0]]);
    expect(plan(opened({}, noon + 2 * hourMs), withQuietHours)).toEqual([["slack", undefined, "digest", 10 * hourMs]]);
    const digests = [2, 3, 9.99].map((hours) => {
      const monitor = { name: "M", notifications: [withQuietHours] };
      return planForIssue(opened({ fingerprint: [`${hours}`] }, noon + hours * hourMs), {
        monitor,
        channels,
        users,
      })[0]?.delivery;
    });
    expect(new Set(digests.map((delivery) => delivery?.id)).size).toBe(1);
  });

  test("seen, acknowledged and assigned send nothing; resolved and regressed notify each time", () => {
    const change = opened();
    for (const kind of ["seen", "acknowledged", "assigned", "ignored", "reopened"] as const) {
      expect(plan({ ...change, kind, actor: "ann" })).toEqual([]);
    }
    const audience = { monitor: plain, channels, users: ["ann@example.org"] };
    const at = (stateSince: number) =>
      planForIssue({ ...change, kind: "regressed", issue: { ...change.issue, stateSince } }, audience)[0]?.id;
    expect(at(1)).toBe(at(1));
    expect(at(1)).not.toBe(at(2));
  });

  test("an ignored issue whose time is up is reported as regressed, with the reason", () => {
    const change: IssueChange = { ...opened(), kind: "reopened", note: "ignored until now" };
    const [notification] = planForIssue(change, { monitor: plain, channels, users });
    expect(notification?.event).toMatchObject({ change: "regressed", detail: "ignored until now" });
  });

  test("recipients who muted the project, the monitor or the issue get nothing, the others do", () => {
    const { issue } = opened();
    const audience = { monitor: plain, channels, users };
    const planWithMute = (scope: "project" | "monitor" | "issue", subjectId: string) =>
      planForIssue(opened(), { ...audience, mutes: [{ recipient: "ann@example.org", scope, subjectId }] }).map(
        ({ recipient }) => recipient,
      );
    expect(planWithMute("project", globalProject)).toEqual(["bob@example.org"]);
    expect(planWithMute("monitor", issue.monitorId)).toEqual(["bob@example.org"]);
    expect(planWithMute("issue", issue.id)).toEqual(["bob@example.org"]);
    expect(planWithMute("issue", "another")).toEqual(users);
    expect(planWithMute("monitor", "another")).toEqual(users);
  });
});

test("above the ceiling a window's messages become one", () => {
  const [notification] = planForIssue(opened(), { monitor: plain, channels, users });
  if (!notification) throw new Error("no notification was planned");
  expect(bounded(notification, stormCeiling - 1)).toBe(notification);
  const storm = bounded(notification, stormCeiling);
  expect(storm).toMatchObject({ id: notification.id, delivery: { kind: "digest", dueAt: noon + 600_000 } });
});

test("while a monitor cools down its messages wait for the end, together", () => {
  const [notification] = planForIssue(opened(), { monitor: plain, channels, users });
  if (!notification) throw new Error("no notification was planned");
  const minute = 60_000;
  expect(cooled(notification, undefined, 30)).toBe(notification);
  expect(cooled(notification, noon - 30 * minute, 30)).toBe(notification);
  const waiting = cooled(notification, noon - 10 * minute, 30);
  expect(waiting.delivery).toMatchObject({ kind: "digest", dueAt: noon + 20 * minute });
  // The next one arrives while that message waits and is included in it.
  expect(cooled(notification, noon + 20 * minute, 30).delivery).toEqual(waiting.delivery);
});

describe("after a try", () => {
  const delivery: Delivery = {
    id: "d",
    projectId: globalProject,
    channelId: "slack",
    kind: "single",
    state: "sending",
    dueAt: noon,
    createdAt: noon,
    attempts: 1,
    firstTriedAt: noon,
    unconfirmed: 0,
  };
  const moment = { at: noon, random: 0, knowsRepeats: false };

  test("waits double up to four hours, with jitter that removes at most half, and respect the receiver's delay", () => {
    const again = { kind: "again", reason: "500" } as const;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const settled = afterTry({ ...delivery, attempts }, again, { ...moment, random });
        const wait = settled.state === "ready" ? settled.dueAt - noon : 0;
        const ceiling = Math.min(4 * hourMs, 5000 * 2 ** (attempts - 1));
        expect(wait).toBeGreaterThanOrEqual(ceiling / 2);
        expect(wait).toBeLessThanOrEqual(ceiling);
      }),
    );
    expect(afterTry(delivery, { ...again, afterMs: hourMs }, moment)).toMatchObject({ dueAt: noon + hourMs });
  });

  test("an unconfirmed try is repeated once, and as often as needed where the receiver knows repeats", () => {
    const unconfirmed = { kind: "unconfirmed", reason: "silence" } as const;
    expect(afterTry(delivery, unconfirmed, moment)).toMatchObject({ state: "ready", unconfirmed: 1 });
    expect(afterTry({ ...delivery, unconfirmed: 1 }, unconfirmed, moment)).toMatchObject({ state: "failed" });
    const knows = { ...moment, knowsRepeats: true };
    expect(afterTry({ ...delivery, unconfirmed: 9 }, unconfirmed, knows)).toMatchObject({ state: "ready" });
  });

  test("after 72 hours it is dead", () => {
    const late = { ...delivery, attempts: 30, firstTriedAt: noon - 71 * hourMs };
    expect(afterTry(late, { kind: "again", reason: "500" }, moment)).toMatchObject({ state: "dead", problem: "500" });
  });
});

describe("clock times", () => {
  test.each([
    ["2026-06-01T12:00:00Z", "09:00", "UTC", "2026-06-02T09:00:00Z"],
    ["2026-06-01T08:59:59Z", "09:00", "UTC", "2026-06-01T09:00:00Z"],
    ["2026-06-01T09:00:00Z", "09:00", "UTC", "2026-06-02T09:00:00Z"],
    ["2026-06-01T12:00:00Z", "09:00", "Europe/Berlin", "2026-06-02T07:00:00Z"],
    // The clocks of Berlin go forward in the night of 29 March 2026, and back in that of 25 October.
    ["2026-03-28T12:00:00Z", "09:00", "Europe/Berlin", "2026-03-29T07:00:00Z"],
    ["2026-10-24T12:00:00Z", "09:00", "Europe/Berlin", "2026-10-25T08:00:00Z"],
    ["2026-06-01T12:00:00Z", "00:00", "Asia/Kolkata", "2026-06-01T18:30:00Z"],
  ])("after %s the next %s in %s is %s", (at, clock, zone, next) => {
    expect(new Date(nextClockTime(Date.parse(at), clock, zone)).toISOString()).toBe(next.replace("Z", ".000Z"));
  });

  test("a span may pass midnight; its end is outside", () => {
    const night = { from: "22:00", to: "07:00" };
    const at = (time: string) => isBetween(Date.parse(`2026-06-01T${time}:00Z`), night, "UTC");
    expect(["21:59", "22:00", "23:59", "00:00", "06:59", "07:00"].map(at)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
