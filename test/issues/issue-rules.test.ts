import { array, assert, constantFrom, integer, nat, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding, Issue } from "../../src/issues/issue.ts";
import { decideRequest } from "../../src/issues/issue-requests.ts";
import { decideFinding } from "../../src/issues/issue-rules.ts";
import type { IssueState } from "../../src/issues/issue-state.ts";
import { asDatapointId } from "../../src/platform/ids.ts";
import { aFinding, noon } from "../support/data/examples.ts";

const next = { number: 7, at: noon + 1000 };
const hour = 3_600_000;

const anIssue = (changes: Partial<Issue> = {}): Issue => ({
  ...decideFinding(undefined, [aFinding()], next).issue,
  ...changes,
});

describe("a finding", () => {
  test("a finding of a new kind opens an issue with the content of the newest call", () => {
    const later = aFinding({ at: noon + 5, datapointId: asDatapointId("later"), explanation: "again" });
    const { kind, issue } = decideFinding(undefined, [later, aFinding()], next);
    expect(kind).toBe("opened");
    expect(issue).toMatchObject({
      number: 7,
      state: "open",
      regressed: false,
      firstSeenAt: noon,
      lastSeenAt: noon + 5,
      sampleDatapointId: "later",
      explanation: "again",
    });
  });

  test.each<[IssueState, number, string, IssueState]>([
    ["open", hour, "seen", "open"],
    ["acknowledged", hour, "seen", "acknowledged"],
    ["ignored", hour, "seen", "ignored"],
    ["resolved", -hour, "seen", "resolved"],
    ["resolved", hour, "regressed", "open"],
  ])("to a %s issue, %d ms after its state was set: %s, then %s", (state, afterMs, kind, expected) => {
    const change = decideFinding(anIssue({ state, stateSince: noon }), [aFinding({ at: noon + afterMs })], next);
    expect(change.kind).toBe(kind);
    expect(change.issue.state).toBe(expected);
    expect(change.issue.regressed).toBe(kind === "regressed");
  });

  test("an older finding moves the first seen time and does not change the newest content", () => {
    const { issue } = decideFinding(anIssue(), [aFinding({ at: noon - hour, explanation: "old" })], next);
    expect(issue).toMatchObject({ firstSeenAt: noon - hour, lastSeenAt: noon });
    expect(issue.explanation).not.toBe("old");
  });
});

const findings = array(
  record({ at: integer({ min: noon, max: noon + 20 }), id: constantFrom("a", "b", "c", "d") }).map(({ at, id }) =>
    aFinding({ at, datapointId: asDatapointId(`${id}${at}`), explanation: `${id} at ${at}` }),
  ),
  { minLength: 1, maxLength: 12 },
);

const feed = (batches: readonly (readonly Finding[])[]) =>
  batches.reduce<Issue | undefined>((before, batch) => decideFinding(before, batch, next).issue, undefined);

test("order, batching and repetition of findings change nothing of an issue", () => {
  assert(
    property(findings, nat(), (all, seed) => {
      const shuffled = all.toSorted((left, right) => ((left.at * 31 + seed) % 7) - ((right.at * 31 + seed) % 7));
      const { stateSince: _, ...whole } = feed([all]) ?? anIssue();
      for (const other of [shuffled.map((one) => [one]), [all, all], [all, ...shuffled.map((one) => [one])]]) {
        expect(feed(other)).toMatchObject(whole);
      }
    }),
  );
});

describe("a person", () => {
  const by = { actor: "token:ann", at: noon + hour };

  test.each<[IssueState, IssueState, string | undefined]>([
    ["open", "acknowledged", "acknowledged"],
    ["open", "resolved", "resolved"],
    ["open", "ignored", "ignored"],
    ["acknowledged", "open", "reopened"],
    ["acknowledged", "resolved", "resolved"],
    ["resolved", "open", "reopened"],
    ["resolved", "acknowledged", undefined],
    ["ignored", "open", "reopened"],
    ["ignored", "resolved", "resolved"],
  ])("takes a %s issue to %s: %s", (from, to, kind) => {
    const decided = decideRequest(anIssue({ state: from, regressed: true }), { state: to }, by);
    if (kind === undefined) expect(decided).toHaveProperty("refused");
    else
      expect(decided).toMatchObject({
        changes: [{ kind, issue: { state: to, stateSince: by.at, regressed: false }, actor: by.actor }],
      });
  });

  test("requesting the current state changes nothing", () => {
    expect(decideRequest(anIssue(), { state: "open" }, by)).toEqual({ changes: [] });
  });

  test("may assign and resolve in one request, and take the assignment back", () => {
    const decided = decideRequest(anIssue(), { state: "resolved", assignee: "ann", note: "fixed in 1.2" }, by);
    expect(decided).toMatchObject({
      changes: [
        { kind: "resolved", note: "fixed in 1.2" },
        { kind: "assigned", issue: { assignee: "ann", state: "resolved" } },
      ],
    });
    const back = decideRequest(anIssue({ assignee: "ann" }), { assignee: "" }, by);
    expect("changes" in back && back.changes[0]?.issue).not.toHaveProperty("assignee");
  });
});
