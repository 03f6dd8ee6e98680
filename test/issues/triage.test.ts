import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Issue } from "../../src/issues/issue.ts";
import { decideMerge, decideRequest, decideSplit } from "../../src/issues/issue-requests.ts";
import {
  decideCorrection,
  decideFinding,
  decideRunEnded,
  decideSpike,
  decideWaking,
} from "../../src/issues/issue-rules.ts";
import { overRepresented } from "../../src/issues/over-represented.ts";
import { compareVersions, isAfterFix } from "../../src/issues/release-order.ts";
import { isSpiking, paceOf } from "../../src/issues/spike.ts";
import { firstReached, isReached } from "../../src/monitors/threshold.ts";
import { asDatapointId, asScenarioSetId, asTestRunId } from "../../src/platform/ids.ts";
import { aFinding, noon } from "../support/data/examples.ts";

const hour = 3_600_000;
const by = { actor: "ann", at: noon + hour };
const anIssue = (changes: Partial<Issue> = {}): Issue => ({
  ...decideFinding(undefined, [aFinding({ release: "1.0" })], { number: 1, at: noon }).issue,
  ...changes,
});
const changesOf = (decided: ReturnType<typeof decideRequest>) => ("changes" in decided ? decided.changes : []);
const after = (issue: Issue, ...findings: Parameters<typeof aFinding>[0][]) =>
  decideFinding(
    issue,
    findings.map((change) => aFinding(change)),
    { number: 1, at: noon + 2 * hour },
  );

describe("an issue that a test run is to resolve", () => {
  const set = asScenarioSetId("refunds");
  const [waiting] = changesOf(
    decideRequest(anIssue({ check: "is_json" }), { awaited: { id: set, name: "Refunds" } }, by),
  );
  const summary = { check: "is_json", version: 1, passed: 3, failed: 0, skipped: 1, broken: 0 };
  const run = {
    name: "Nightly",
    scenarioSetId: set,
    createdAt: by.at,
    metrics: { rows: 4, errors: 0, checks: [summary] },
  };
  const judged = (changes: object) => ({ ...run, metrics: { ...run.metrics, checks: [{ ...summary, ...changes }] } });

  test("is resolved by a run that passes its check, and names the run", () => {
    expect(waiting).toMatchObject({ kind: "awaiting", note: "a test run over Refunds that passes" });
    expect(decideRunEnded(waiting?.issue as Issue, run, by.at + 1)).toMatchObject({
      kind: "resolved",
      note: "the test run Nightly passed",
      issue: { state: "resolved", stateSince: by.at + 1, resolution: { kind: "now" } },
    });
  });

  test.each([
    ["fails it at a row", judged({ failed: 1 })],
    ["could not judge a row", judged({ broken: 1 })],
    ["judges no row", judged({ passed: 0, skipped: 4 })],
    ["has other checks", judged({ check: "is_xml" })],
    ["is over another set", { ...run, scenarioSetId: asScenarioSetId("others") }],
    ["began before", { ...run, createdAt: by.at - 1 }],
    ["judges answers of before", { ...run, reevaluates: asTestRunId("run_1") }],
  ])("is left alone by one that %s", (_, ended) => {
    expect(decideRunEnded(waiting?.issue as Issue, ended, by.at + 1)).toBeUndefined();
  });

  test("of an error needs a run in which every row had an answer", () => {
    const failing = { ...(waiting?.issue as Issue), kind: "error" as const };
    expect(decideRunEnded(failing, run, by.at)?.kind).toBe("resolved");
    expect(decideRunEnded(failing, { ...run, metrics: { ...run.metrics, errors: 1 } }, by.at)).toBeUndefined();
  });

  test("waits no longer when it is resolved, or when that is taken back", () => {
    for (const request of [{ state: "resolved" } as const, { awaited: { id: "", name: "" } } as const]) {
      const [change] = changesOf(decideRequest(waiting?.issue as Issue, request, by));
      expect(change?.issue.awaitedRun).toBeUndefined();
    }
  });
});

test("links are added once, removed, recorded in the history, and limited to twenty", () => {
  const pull = "https://git.example/shop/pull/7";
  const [linked] = changesOf(decideRequest(anIssue(), { link: pull }, by));
  expect(linked).toMatchObject({ kind: "linked", note: pull, issue: { links: [pull] } });
  expect(changesOf(decideRequest(linked?.issue as Issue, { link: pull }, by))).toEqual([]);
  const [unlinked] = changesOf(decideRequest(linked?.issue as Issue, { unlink: pull }, by));
  expect(unlinked).toMatchObject({ kind: "unlinked", note: pull, issue: { links: [] } });
  const full = anIssue({ links: Array.from({ length: 20 }, (_, number) => `${pull}${number}`) });
  expect(decideRequest(full, { link: pull }, by)).toEqual({ refused: "an issue has 20 links at most" });
});

describe("an issue resolved in the next release", () => {
  const resolution = { kind: "next_release", known: ["1.0", "1.1"] } as const;
  const decided = decideRequest(anIssue(), { state: "resolved", resolution }, by);
  const [resolved] = "changes" in decided ? decided.changes : [];
  const issue = resolved?.issue as Issue;

  test.each([
    ["1.1", "seen"],
    ["1.0.9", "seen"],
    ["1.2.0-rc.1", "regressed"],
    ["1.2", "regressed"],
    // Not a version number, and unknown when the issue was resolved.
    ["build-812", "regressed"],
    [undefined, "seen"],
  ] as const)("and seen again in release %s is %s", (release, kind) => {
    const at = { at: noon + 2 * hour, ...(release === undefined ? {} : { release }) };
    expect(after(issue, at).kind).toBe(kind);
  });

  test("stays resolved by an old call, whatever its release", () => {
    expect(after(issue, { at: noon - hour, release: "9.0" }).kind).toBe("seen");
  });

  test("records it in the history", () => expect(resolved?.note).toBe("in the next release"));
});

test.each([
  ["1.2.3", "1.2.3", 0],
  ["v1.2", "1.2.0", 0],
  ["1.10.0", "1.9.9", 1],
  ["2.0.0-alpha", "2.0.0", -1],
  ["2.0.0-alpha.2", "2.0.0-alpha.10", -1],
  ["2.0.0-alpha.1", "2.0.0-beta", -1],
  ["2.0.0-alpha", "2.0.0-alpha.1", -1],
  ["1.0.0+a", "1.0.0+b", 0],
  ["main", "1.0.0", undefined],
] as const)("of %s and %s the order is %s", (left, right, sign) => {
  const compared = compareVersions(left, right);
  expect(compared === undefined ? undefined : Math.sign(compared)).toBe(sign);
});

test("releases that are not versions are distinguished by whether they were known", () => {
  expect(isAfterFix({ kind: "next_release", known: ["a"] }, "b")).toBe(true);
  expect(isAfterFix({ kind: "next_release", known: ["a"] }, "a")).toBe(false);
});

describe("an ignored issue", () => {
  const ignored = (ignoring: Issue["ignoring"]) => {
    const decided = decideRequest(anIssue(), { state: "ignored", ...(ignoring ? { ignoring } : {}) }, by);
    return ("changes" in decided ? decided.changes[0]?.issue : undefined) as Issue;
  };

  test("for ever stays so", () => {
    expect(ignored(undefined).ignoring).toEqual({ kind: "forever" });
    expect(after(ignored(undefined), { at: noon + hour * 9 }).kind).toBe("seen");
  });

  test("until a date opens then, by the clock or by a finding", () => {
    const issue = ignored({ kind: "until", at: noon + 2 * hour });
    expect(decideWaking(issue, { at: noon + 2 * hour - 1 })).toBeUndefined();
    expect(decideWaking(issue, { at: noon + 2 * hour })).toMatchObject({ kind: "reopened", issue: { state: "open" } });
    expect(after(issue, { at: noon + 2 * hour })).toMatchObject({
      kind: "reopened",
      issue: { lastSeenAt: noon + 2 * hour },
    });
  });

  test("reopens when the number of occurrences is reached", () => {
    const issue = ignored({ kind: "count", occurrences: 5 });
    expect(decideWaking(issue, { at: noon, occurrences: 4 })).toBeUndefined();
    expect(decideWaking(issue, { at: noon })).toBeUndefined();
    const woken = decideWaking(issue, { at: noon, occurrences: 5 })?.issue;
    expect(woken).toMatchObject({ state: "open" });
    expect(woken).not.toHaveProperty("ignoring");
  });
});

test("a note alone is written down, an empty one is not, and no change loses its note", () => {
  expect(decideRequest(anIssue(), { note: "seen by QA" }, by)).toMatchObject({
    changes: [{ kind: "noted", note: "seen by QA" }],
  });
  expect(decideRequest(anIssue(), { note: "  " }, by)).toEqual({ changes: [] });
  const ignoring = { kind: "until", at: noon } as const;
  expect(decideRequest(anIssue(), { state: "ignored", ignoring, note: "after the launch" }, by)).toMatchObject({
    changes: [{ note: "until 2026-06-01T12:00:00.000Z: after the launch" }],
  });
});

test("merging and splitting are in both histories; an error and a behavior cannot be merged", () => {
  const one = anIssue();
  const other = decideFinding(
    undefined,
    [aFinding({ fingerprint: ["b"], at: noon + hour, datapointId: asDatapointId("newer") })],
    { number: 2, at: noon },
  ).issue;
  const merged = decideMerge(one, [other], by);
  expect(merged).toMatchObject({
    changes: [
      { kind: "merged", note: "with #2", issue: { id: one.id, lastSeenAt: noon + hour, sampleDatapointId: "newer" } },
      { kind: "merged", note: "into #1", issue: { id: other.id, mergedInto: one.id } },
    ],
  });
  expect(decideMerge(one, [one], by)).toEqual({ changes: [] });
  expect(decideMerge(one, [{ ...other, kind: "error" }], by)).toHaveProperty("refused");
  const split = decideSplit(one, { ...other, mergedInto: one.id }, by);
  expect("changes" in split && split.changes[1]?.issue).not.toHaveProperty("mergedInto");
  expect(decideSplit(one, other, by)).toHaveProperty("refused");
});

test("an issue without occurrences closes itself, and comes back as new when it is found again", () => {
  expect(decideCorrection(anIssue(), { at: noon, occurrences: 1 })).toBeUndefined();
  const closed = decideCorrection(anIssue(), { at: noon, occurrences: 0 });
  expect(closed).toMatchObject({ kind: "corrected", issue: { state: "resolved" } });
  const back = after(closed?.issue as Issue, { at: noon - hour });
  expect(back).toMatchObject({ kind: "reopened", issue: { state: "open", regressed: false } });
});

test("the first release is the earliest call's, whatever order the findings arrive in", () => {
  const findings = [
    aFinding({ at: noon, release: "2" }),
    aFinding({ at: noon - hour, release: "1" }),
    aFinding({ at: noon - 2 * hour }),
    aFinding({ at: noon - hour, release: "1b" }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(findings, { minLength: 4 }), (order) => {
      const issue = order.reduce<Issue | undefined>(
        (before, finding) => decideFinding(before, [finding], { number: 1, at: noon }).issue,
        undefined,
      );
      expect(issue?.firstRelease).toEqual({ release: "1", at: noon - hour });
    }),
  );
});

describe("a spike", () => {
  const steady = Array.from({ length: 24 }, () => 2);
  test.each([
    ["ten times the usual pace", [...steady, 20], 48, true],
    ["the usual pace", [...steady, 3], 48, false],
    ["few, though three times as many", [...steady, 6], 48, false],
    ["many, though no more than before", [...Array.from({ length: 24 }, () => 50), 55], 48, false],
    ["out of nothing", [...Array.from({ length: 24 }, () => 0), 10], 48, true],
    ["an issue that is new itself", [...Array.from({ length: 24 }, () => 0), 500], 2, false],
  ] as const)("%s", (_, hourly, hoursOld, expected) => {
    const pace = paceOf(hourly, { firstSeenAt: noon - hoursOld * hour, now: noon });
    expect(isSpiking(pace, false)).toBe(expected);
  });

  test("lasts until the pace is below twice the one before, and begins once", () => {
    const pace = (lastHour: number) =>
      paceOf([...Array.from({ length: 24 }, () => 20), lastHour], { firstSeenAt: 0, now: noon });
    expect([isSpiking(pace(45), false), isSpiking(pace(45), true), isSpiking(pace(39), true)]).toEqual([
      false,
      true,
      false,
    ]);
    const started = decideSpike(anIssue(), { isSpiking: true, at: noon, note: "more" })?.issue as Issue;
    expect(decideSpike(started, { isSpiking: true, at: noon + 1, note: "more" })).toBeUndefined();
    expect(decideSpike(started, { isSpiking: false, at: noon + 1, note: "" })?.kind).toBe("calmed");
    expect(decideSpike(anIssue({ state: "ignored" }), { isSpiking: true, at: noon, note: "" })).toBeUndefined();
  });

  test("of chance alone is rare: Poisson counts of one pace spike in less than one of a thousand hours", () => {
    let state = 12345;
    const random = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    const poisson = (mean: number) => {
      let count = 0;
      for (let product = random(); product > Math.exp(-mean); product *= random()) count++;
      return count;
    };
    const trials = 4000;
    let spikes = 0;
    for (let trial = 0; trial < trials; trial++) {
      const hourly = Array.from({ length: 25 }, () => poisson(5));
      if (isSpiking(paceOf(hourly, { firstSeenAt: 0, now: noon }), false)) spikes++;
    }
    expect(spikes).toBeLessThan(trials / 1000);
  });
});

describe("a threshold", () => {
  const minute = 60_000;
  const count = { kind: "count", findings: 3, withinMinutes: 10 } as const;
  const rate = { kind: "rate", share: 0.2, withinMinutes: 10, minDatapoints: 10 } as const;

  test.each([
    [count, { densest: 2 }, false],
    [count, { densest: 3 }, true],
    [rate, { densest: 2, matched: 10 }, true],
    [rate, { densest: 2, matched: 9 }, false],
    [rate, { densest: 1, matched: 10 }, false],
  ] as const)("%j with %j: %s", (threshold, measured, expected) =>
    expect(isReached(threshold, measured)).toBe(expected),
  );

  test("is reached first where a stretch holds enough; its beginning is outside", () => {
    const at = (...minutes: number[]) => minutes.map((each) => noon + each * minute);
    expect(firstReached(count, at(0, 5, 10), [])).toBeUndefined();
    expect(firstReached(count, at(9, 0, 5), [])).toBe(noon + 9 * minute);
    expect(firstReached(rate, at(1, 9), at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9))).toBe(noon + 9 * minute);
    expect(firstReached(rate, at(1, 9), at(1, 9))).toBeUndefined();
  });
});

describe("what is different", () => {
  const value = (field: string, inside: number, outside: number) => ({ field, value: field, inside, outside });

  test("is what occurrences carry more often than chance would have it, most different first", () => {
    const found = overRepresented({
      inside: 50,
      outside: 950,
      values: [value("common", 50, 950), value("half", 25, 95), value("mark", 45, 10), value("rare", 2, 1)],
    });
    expect(found.map(({ field }) => field)).toEqual(["mark", "half"]);
    expect(found[0]).toMatchObject({ share: 0.9, otherShare: 10 / 950 });
  });

  test("agrees with a worked example: Fisher's lady tasting tea, 3 of 4 cups, p = 17/70", () => {
    const [tested] = overRepresented({ inside: 4, outside: 4, values: [value("milk", 3, 1)] });
    // 17/70 and, with all eight right, 1/70 are both above the bound of 0.01, so neither is reported.
    expect(tested).toBeUndefined();
    const certain = overRepresented({ inside: 10, outside: 10, values: [value("milk", 10, 0)] });
    expect(certain[0]?.pValue).toBeCloseTo(1 / 184_756, 12);
  });

  test("is nothing where there is nothing to compare with, and one line for what goes together", () => {
    expect(overRepresented({ inside: 5, outside: 0, values: [value("a", 5, 0)] })).toEqual([]);
    const twins = [
      { field: "model", value: "x", inside: 20, outside: 1 },
      { field: "model.response", value: "x", inside: 20, outside: 1 },
    ];
    expect(overRepresented({ inside: 20, outside: 100, values: twins })).toHaveLength(1);
  });

  test("of two hundred random values almost always nothing is reported", () => {
    let state = 7;
    const random = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    let reported = 0;
    for (let trial = 0; trial < 30; trial++) {
      const values = Array.from({ length: 200 }, (_, index) => {
        const marked = Array.from({ length: 300 }, () => random() < 0.3);
        const inside = marked.slice(0, 60).filter(Boolean).length;
        return { field: "f", value: `${index}`, inside, outside: marked.filter(Boolean).length - inside };
      });
      reported += overRepresented({ inside: 60, outside: 240, values }).length;
    }
    expect(reported).toBeLessThanOrEqual(2);
  });
});
