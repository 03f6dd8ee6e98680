import { describe, expect, test } from "vitest";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import { findingsOf } from "../../src/issues/findings.ts";
import { errorFingerprint } from "../../src/issues/fingerprint/error-fingerprint.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { bCubed } from "../support/data/b-cubed.ts";
import { batchesOf, type Capture, capturesIn, someCaptures } from "../support/data/captures.ts";
import { aMonitor } from "../support/data/examples.ts";
import { type Grouped, recordedFailures, writtenFailures } from "../support/data/grouping-corpus.ts";
import { tracesOf } from "../support/data/traces.ts";

const written = writtenFailures();
const recorded = recordedFailures();

/** The two sources are two projects: an outage of a provider in one is none in the other. */
const measured = (split: Grouped["split"], ...sources: readonly (readonly Grouped[])[]) =>
  bCubed(
    sources.flatMap((failures, source) =>
      failures
        .filter((each) => each.split === split)
        .map(({ cause, failed }) => ({
          truth: `${source} ${cause}`,
          group: `${source} ${errorFingerprint(failed).join("|")}`,
        })),
    ),
  );

describe("one cause is one issue", () => {
  test("the corpus holds at least 400 failures of 100 causes, each but a few in several clients", () => {
    expect(written.length).toBeGreaterThanOrEqual(400);
    const causes = Map.groupBy(written, ({ cause }) => cause);
    expect(causes.size).toBeGreaterThanOrEqual(100);
    const several = [...causes.values()].filter((of) => new Set(of.map(({ client }) => client)).size > 1);
    expect(several.length).toBeGreaterThanOrEqual(90);
  });

  test.each(["tune", "test"] as const)("in the %s split, B³ F is at least 0.95 and precision 0.97", (split) => {
    const { f, precision } = measured(split, written, recorded);
    expect(f).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBeGreaterThanOrEqual(0.97);
  });

  test.each(["tune", "test"] as const)(
    "and for what was written alone, in the %s split, B³ F is at least 0.98",
    (split) => {
      const { f, precision } = measured(split, written);
      expect(f).toBeGreaterThanOrEqual(0.98);
      expect(precision).toBeGreaterThanOrEqual(0.99);
    },
  );
});

const recognize = createRecognizer({ conventions });
const monitor = aMonitor();
const known = {
  checks: new Map([
    [
      "provider_error",
      { name: "provider_error", title: "Failed", severity: "major", finds: "error", judges: "operation" },
    ],
  ] as const),
  monitors: new Map([[monitor.id, monitor]]),
};

/** The issue that the default error monitor would open for a failed call. */
const issueOf = (datapoint: Datapoint) => {
  const errorType = datapoint.error?.type;
  const [found, ...others] = findingsOf(
    datapoint,
    [
      {
        datapointId: datapoint.id,
        check: "provider_error",
        version: 1,
        options: "",
        state: "failed",
        value: true,
        evidence: [],
        monitorIds: [monitor.id],
        durationMs: 0,
        at: 0,
        ...(errorType === undefined ? {} : { errorType }),
      },
    ],
    known,
  );
  expect(others).toEqual([]);
  return found?.issueId ?? "";
};

/** What the recorded server answered: its status and code, by provider. */
function causesIn(capture: Capture) {
  return tracesOf(batchesOf(capture, someCaptures), globalProject)
    .flatMap((trace) => recognize(trace).datapoints)
    .filter(({ error }) => error !== undefined)
    .map((datapoint) => {
      const answer = (capture.expected.calls as { httpStatus?: number }[]).find(
        ({ httpStatus = 0 }) => httpStatus >= 400,
      );
      return { truth: `${datapoint.provider} ${answer?.httpStatus ?? capture.scenario}`, group: issueOf(datapoint) };
    });
}

test("the failures of the recorded exports are one issue for each cause", () => {
  const failures = capturesIn(someCaptures).flatMap(causesIn);
  expect(failures.length).toBeGreaterThan(15);
  expect(bCubed(failures)).toMatchObject({ precision: 1, recall: 1 });
});

describe("a day of mixed traffic with 20 planted causes", () => {
  const planted = [...Map.groupBy(written, ({ cause }) => cause).values()]
    .filter((_, index) => index % 5 === 0)
    .slice(0, 20);
  const [example] = capturesIn(someCaptures)
    .filter(({ scenario }) => scenario === "chat")
    .flatMap((capture) => tracesOf(batchesOf(capture, someCaptures), globalProject))
    .flatMap((trace) => recognize(trace).datapoints) as [Datapoint];

  test("opens at most 22 issues", () => {
    const failures = Array.from({ length: 2000 }, (_, index) => {
      const of = planted[index % planted.length] ?? [];
      const { cause, failed } = of[(index * 7) % of.length] as Grouped;
      const { type, message = "", code, status, errorClass, provider, service = "", stack, host } = failed;
      const attributes = new Map([...example.attributes, ["server.address", host ?? ""] as const]);
      const datapoint: Datapoint = {
        ...example,
        requestModel: ["gpt-4o", "gpt-5", "claude-sonnet-4-5"][index % 3] ?? "",
        release: `1.${index % 9}.0`,
        service,
        attributes,
        error: {
          type,
          message,
          ...(code === undefined ? {} : { code }),
          ...(status === undefined ? {} : { status }),
          ...(errorClass === undefined ? {} : { providerType: errorClass }),
          ...(stack === undefined ? {} : { stack }),
        },
        ...(provider === undefined ? {} : { provider }),
      };
      return { truth: cause, group: issueOf(datapoint) };
    });
    const measuredDay = bCubed(failures);
    expect(measuredDay.truths).toBe(20);
    expect(measuredDay.groups).toBeLessThanOrEqual(22);
    expect(measuredDay.precision).toBe(1);
  });
});
