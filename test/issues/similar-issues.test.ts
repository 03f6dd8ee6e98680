import { describe, expect, test } from "vitest";
import type { Issue } from "../../src/issues/issue.ts";
import { similarIssues } from "../../src/issues/similar-issues.ts";

const issue = (id: string, part: Partial<Issue>) =>
  ({
    id,
    check: "refund_policy",
    monitorId: "m1",
    title: "Refund policy in Support",
    explanation: "promised the money back within 24 hours",
    lastSeenAt: 1,
    ...part,
  }) as Issue;

const own = issue("own", {});

describe("issues that read alike", () => {
  test.each([
    ["the same words, found by the same check of the same monitor", issue("a", {}), 1],
    ["other numbers in the same words", issue("a", { explanation: "promised the money back within 48 hours" }), 1],
    ["the same words of another monitor", issue("a", { monitorId: "m2" as Issue["monitorId"] }), 0.9],
    ["the same words, found by another check", issue("a", { check: "tone" }), 0.7],
  ])("%s", (_, other, score) => {
    const [found] = similarIssues(own, [other]);
    expect(found?.issue).toBe(other);
    expect(found?.score).toBeCloseTo(score);
  });

  test.each([
    ["itself", own],
    ["another thing that the same check found", issue("a", { title: "Late", explanation: "a parcel was lost" })],
    [
      "what another check found, in other words",
      issue("a", { check: "tone", title: "Rude", explanation: "an insult" }),
    ],
  ])("not %s", (_, other) => expect(similarIssues(own, [other])).toEqual([]));

  test("the most similar comes first, and of equals the one seen last", () => {
    const near = issue("near", { explanation: "promised the money back now" });
    const [same, newer] = [issue("same", {}), issue("newer", { lastSeenAt: 2 })];
    expect(similarIssues(own, [near, same, newer]).map(({ issue: { id } }) => id)).toEqual(["newer", "same", "near"]);
  });

  test("errors of one type are recognized as similar", () => {
    const limited = issue("own", { errorType: "rate_limited", check: "provider_error" });
    const other = { ...limited, id: "b" } as Issue;
    expect(similarIssues(limited, [other])[0]?.reasons).toEqual([
      "same type of error",
      "same monitor",
      "100 % of the words are the same",
    ]);
  });
});
