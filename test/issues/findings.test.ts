import { describe, expect, test } from "vitest";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import type { Verdict } from "../../src/datapoints/verdicts/verdict.ts";
import { findingsOf, normalised } from "../../src/issues/findings.ts";
import { asDatapointId, asMonitorId, globalProject } from "../../src/platform/ids.ts";
import { aMonitor, noon } from "../support/data/examples.ts";

const datapoint: Datapoint = {
  id: asDatapointId("d"),
  projectId: globalProject,
  traceId: "t",
  spanId: "s",
  source: "otlp",
  convention: "gen_ai",
  operation: "chat",
  startedAt: noon,
  endedAt: noon + 1,
  durationMs: 1,
  provider: "openai",
  requestModel: "gpt-4o",
  input: [],
  output: [],
  tools: [],
  params: {},
  finishReasons: [],
  usage: {},
  error: { type: "rate_limited", status: 429, message: "Rate limit reached: limit 500, used 512 (req_1a2b3c4d5e6f)" },
  userId: "ann",
  tags: [],
  metadata: new Map(),
  attributes: new Map(),
  flags: [],
  spanIds: ["s"],
};

const refunds = aMonitor();
const errors = aMonitor({
  id: asMonitorId("errors"),
  name: "Errors",
  checks: [{ check: "rate_limited", options: {}, severity: "critical" }],
});
const known = {
  checks: new Map(
    [
      { name: "model_refusal", title: "Model refusal", severity: "major", finds: "behavior" } as const,
      { name: "sampling", title: "Sampling settings in policy", severity: "minor", finds: "error" } as const,
      { name: "rate_limited", title: "Rate limited", severity: "minor", finds: "error" } as const,
    ].map((check) => [check.name, check]),
  ),
  monitors: new Map([refunds, errors].map((monitor) => [monitor.id, monitor])),
};

const verdict = (changes: Partial<Verdict>): Verdict => ({
  datapointId: datapoint.id,
  check: "model_refusal",
  version: 1,
  options: "o",
  state: "failed",
  value: true,
  explanation: "declined",
  evidence: [],
  monitorIds: [refunds.id],
  durationMs: 0.1,
  at: noon,
  ...changes,
});

describe("findings of a datapoint", () => {
  test.each(["passed", "skipped", "broken", "queued", "running"] as const)("a %s verdict finds nothing", (state) => {
    expect(findingsOf(datapoint, [verdict({ state })], known)).toEqual([]);
  });

  test("the error type of a verdict takes precedence over the call's", () => {
    const { error: _, ...succeeded } = datapoint;
    const [setting] = findingsOf(
      succeeded,
      [
        verdict({
          check: "sampling",
          errorType: "setting_out_of_bounds",
          explanation: "temperature is 3, outside 0 to 2",
        }),
      ],
      known,
    );
    expect(setting).toMatchObject({
      kind: "error",
      errorType: "setting_out_of_bounds",
      title: "Setting out of bounds (openai gpt-4o): temperature is 3, outside 0 to 2",
    });
    const [refusal] = findingsOf(succeeded, [verdict({ errorType: "refusal" })], known);
    expect(refusal).toMatchObject({ kind: "error", errorType: "refusal", check: "model_refusal" });
  });

  test("behavior is one issue per check and monitor", () => {
    const found = findingsOf(datapoint, [verdict({ monitorIds: [refunds.id, errors.id] })], known);
    expect(new Set(found.map(({ issueId }) => issueId)).size).toBe(2);
    expect(found[0]).toMatchObject({
      kind: "behavior",
      title: "Model refusal in Refunds",
      severity: "major",
      userId: "ann",
    });
    expect(found[0]).not.toHaveProperty("errorType");
  });

  test("an error is one issue whichever monitor saw it, with the monitor's severity", () => {
    const found = findingsOf(
      datapoint,
      [verdict({ check: "rate_limited", monitorIds: [errors.id, refunds.id] })],
      known,
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: "error", errorType: "rate_limited", severity: "critical" });
    expect(found[0]?.title).toMatch(/^Rate limited \(openai gpt-4o\): Rate limit reached/);
  });

  test("the same error with other numbers and ids is the same issue; another model is another one", () => {
    const configured = verdict({ check: "rate_limited", monitorIds: [errors.id] });
    const id = (changes: Partial<Datapoint>) =>
      findingsOf({ ...datapoint, ...changes }, [configured], known)[0]?.issueId;
    const again = {
      type: "rate_limited" as const,
      message: "Rate limit reached: limit 500, used 777 (req_ffff0000aaaa)",
    };
    expect(id({ error: again })).toBe(id({}));
    expect(id({ requestModel: "gpt-5" })).not.toBe(id({}));
  });
});

test.each([
  ["Rate limit of 30,000 at 2026-01-02T03:04:05Z for org-AbC123xyz9", "rate limit of <n> at <time> for <id>"],
  ["see https://example.org/a?b=1 or mail ann@example.org", "see <url> or mail <email>"],
  ["id 123e4567-e89b-12d3-a456-426614174000\n  gone", "id <id> gone"],
  ["The model does not exist", "the model does not exist"],
])("%s becomes %s", (message, expected) => {
  expect(normalised(message)).toBe(expected);
});
