import { describe, expect, test } from "vitest";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import type { Verdict } from "../../src/datapoints/verdicts/verdict.ts";
import { findingsOf } from "../../src/issues/findings.ts";
import { messageTemplate } from "../../src/issues/fingerprint/message-template.ts";
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
      {
        name: "is_tool_call_schema_valid",
        title: "Schema",
        severity: "critical",
        finds: "error",
        judges: "calls",
      } as const,
      {
        name: "are_tool_arguments_parseable",
        title: "Arguments parse",
        severity: "critical",
        finds: "error",
        judges: "calls",
      } as const,
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
      title: "Setting temperature is out of bounds",
      subtitle: "temperature is 3, outside 0 to 2",
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
    expect(found[0]?.title).toBe("Rate limited by OpenAI");
    expect(found[0]?.subtitle).toBe("Rate limit reached: limit 500, used 512 (req_1a2b3c4d5e6f)");
  });

  test("the same error with other numbers, ids and models is the same issue; another provider's is another one", () => {
    const configured = verdict({ check: "rate_limited", monitorIds: [errors.id] });
    const id = (changes: Partial<Datapoint>) =>
      findingsOf({ ...datapoint, ...changes }, [configured], known)[0]?.issueId;
    const again = {
      type: "rate_limited" as const,
      message: "Rate limit reached: limit 500, used 777 (req_ffff0000aaaa)",
    };
    expect(id({ error: again })).toBe(id({}));
    expect(id({ requestModel: "gpt-5" })).toBe(id({}));
    expect(id({ provider: "anthropic" })).not.toBe(id({}));
  });

  test("several checks of one failed call are one issue with several reasons, the most severe decides", () => {
    const found = findingsOf(
      datapoint,
      [
        verdict({ check: "rate_limited", monitorIds: [errors.id], explanation: "status 429" }),
        verdict({ check: "sampling", monitorIds: [refunds.id], errorType: "rate_limited", explanation: "no answer" }),
      ],
      known,
    );
    expect(found).toMatchObject([{ severity: "critical", explanation: "status 429; no answer" }]);
  });

  test("several checks of one malformed tool call are one issue; the order of the monitors does not matter", () => {
    const { error: _, ...succeeded } = datapoint;
    const evidence = [{ target: "tool_calls", start: 0, end: 15, text: 'get_order {"id":' }] as const;
    const verdicts = ["is_tool_call_schema_valid", "are_tool_arguments_parseable"].map((check) =>
      verdict({ check, errorType: "invalid_response", explanation: `${check} failed`, evidence }),
    );
    const found = findingsOf(succeeded, verdicts, known);
    expect(found).toMatchObject([
      {
        check: "are_tool_arguments_parseable",
        title: "Arguments parse: get_order",
        explanation: "is_tool_call_schema_valid failed; are_tool_arguments_parseable failed",
      },
    ]);
    expect(findingsOf(succeeded, verdicts.toReversed(), known)[0]?.issueId).toBe(found[0]?.issueId);
    const [other] = findingsOf(succeeded, verdicts.slice(0, 1), known);
    expect(other?.issueId).not.toBe(found[0]?.issueId);
  });
});

describe("a monitor that groups", () => {
  const grouping = { by: ["release", "model"], issues: [] } as const;
  const grouped = (changes: Partial<Datapoint>, monitor = { ...errors, grouping }) => {
    const failed = [verdict({ check: "rate_limited", monitorIds: [errors.id] })];
    return findingsOf({ ...datapoint, ...changes }, failed, {
      ...known,
      monitors: new Map([[errors.id, monitor as typeof errors]]),
    })[0];
  };

  test("has an issue for each value, whatever the order of the fields, and the title names them", () => {
    const first = grouped({ release: "1.0" });
    expect(first?.title).toBe("Rate limited by OpenAI (gpt-4o, 1.0)");
    expect(grouped({ release: "1.1" })?.issueId).not.toBe(first?.issueId);
    const reordered = { ...errors, grouping: { by: ["model", "release"], issues: [] } } as const;
    expect(grouped({ release: "1.0" }, reordered as never)?.issueId).toBe(first?.issueId);
    expect(grouped({})?.title).toBe("Rate limited by OpenAI (gpt-4o, unknown)");
  });

  test("can group a single issue", () => {
    const plain = grouped({}, errors as never);
    const one = { ...errors, grouping: { by: [], issues: [{ issue: plain?.issueId ?? "", by: ["model"] }] } };
    expect(grouped({}, one as never)?.title).toBe("Rate limited by OpenAI (gpt-4o)");
    expect(grouped({ provider: "anthropic" }, one as never)?.title).toBe("Rate limited by Anthropic");
  });
});

describe("titles", () => {
  const titled = (error: Partial<NonNullable<Datapoint["error"]>>, changes: Partial<Datapoint> = {}) => {
    const failing = { ...datapoint, service: "checkout", release: "1.8.2", ...changes };
    const [found] = findingsOf(
      { ...failing, error: { type: "exception", ...error } },
      [verdict({ check: "rate_limited", errorType: error.type ?? "exception", monitorIds: [errors.id] })],
      known,
    );
    return [found?.title, found?.subtitle];
  };

  test.each([
    [{ type: "rate_limited", message: "slow down" }, "Rate limited by OpenAI", "checkout 1.8.2 · slow down"],
    [
      {
        type: "misconfiguration",
        status: 401,
        message: "Error code: 401 - {'error': {'message': 'Incorrect API key provided: sk-1.'}}",
      },
      "OpenAI rejects the API key",
      "checkout 1.8.2 · Incorrect API key provided: sk-1.",
    ],
    [
      { type: "tool_failed", providerType: "ValueError", message: "Error running tool get_order: database is down" },
      "get_order raises ValueError: database is down",
      "checkout 1.8.2",
    ],
    [{ type: "exception", providerType: "KeyError", message: "'order_id'" }, "KeyError: order_id", "checkout 1.8.2"],
    [
      { type: "context_too_large", message: "9000 tokens in, 8192 are possible" },
      "Request is too long for OpenAI in checkout",
      "1.8.2 · 9000 tokens in, 8192 are possible",
    ],
  ] as const)("of %j is %s, and the subtitle does not repeat it", (error, title, subtitle) => {
    expect(titled(error)).toEqual([title, subtitle]);
  });

  test("an example that the title holds gives way to what the user wrote", () => {
    const input = [{ role: "user", parts: [{ type: "text", text: "Where is order 17?" }] }] as const;
    expect(titled({ type: "exception", message: "the list is empty" }, { input })).toEqual([
      "the list is empty",
      "checkout 1.8.2 · Where is order 17?",
    ]);
  });
});

test.each([
  ["Rate limit of 30,000 at 2026-01-02T03:04:05Z for org-AbC123xyz9", "rate limit"],
  ["see https://example.org/a?b=1 or mail ann@example.org", "see mail"],
  ["id 123e4567-e89b-12d3-a456-426614174000\n  gone", "id gone"],
  ["The model gpt-4o-mini does not exist", "model does not exist"],
  ["field 'priority' must be one of \"low\", got 7. Ask an admin.", "field priority must one low got"],
])("%s becomes %s", (message, expected) => {
  expect(messageTemplate(message, true)).toBe(expected);
});
