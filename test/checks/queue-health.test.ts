import { describe, expect, test } from "vitest";
import { type Queue, queueSentence, queueState } from "../../src/checks/jobs/queue-health.ts";

const noon = Date.UTC(2026, 5, 1, 12);
const judges = (change: Partial<Queue>): Queue => ({ name: "judges", waiting: 3, ...change });

describe("the state of a queue", () => {
  test.each([
    [undefined, "idle"],
    [noon - 1000, "moving"],
    [noon - 10_000, "moving"],
    [noon - 10_001, "stalled"],
  ] as const)("whose oldest item arrived at %s is %s", (oldestAt, state) => {
    expect(queueState(judges(oldestAt === undefined ? {} : { oldestAt }), noon)).toBe(state);
  });

  test("that could not be read is unknown, and never idle", () => {
    const queue = judges({ waiting: 0, unreadable: "no answer within 1500 ms" });
    expect(queueState(queue, noon)).toBe("unknown");
    expect(queueSentence(queue, noon)).toBe("The queue of judges could not be read: no answer within 1500 ms.");
  });

  test.each([
    [0, "idle"],
    [1, "stalled"],
  ] as const)("with %s dead letters is %s", (waiting, state) => {
    expect(queueState({ name: "dead_letters", waiting, oldestAt: noon }, noon)).toBe(state);
  });
});

test.each([
  [{ problem: "no answer" }, "3 judge verdicts have waited for 12 s: no answer."],
  [{ waiting: 1 }, "1 judge verdict has waited for 12 s."],
  [{ name: "pipeline" }, "Accepted data has waited to be stored for 12 s."],
  [{ oldestAt: noon - 600_000 }, "3 judge verdicts have waited for 10 min."],
  [{ name: "dead_letters", waiting: 1, problem: "Too big." }, "1 dead letter is not stored. The newest: Too big."],
] as const)("a stalled queue is described: %j", (change, sentence) => {
  expect(queueSentence({ ...judges({ oldestAt: noon - 12_000 }), ...change }, noon)).toBe(sentence);
});
