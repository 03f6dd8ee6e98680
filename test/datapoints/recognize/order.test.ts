import fc from "fast-check";
import { expect, test } from "vitest";
import type { TraceInput } from "../../../src/datapoints/assembly/recognition.ts";
import { conventions } from "../../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../../src/datapoints/stages/recognizer.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { batchesOf, capturesIn, someCaptures } from "../../support/data/captures.ts";
import { tracesOf } from "../../support/data/traces.ts";

const recognize = createRecognizer({ conventions });
const traces = capturesIn(someCaptures)
  .flatMap((capture) => tracesOf(batchesOf(capture, someCaptures), globalProject))
  .filter((trace) => trace.spans.length + trace.logs.length < 100);

const byId = (trace: TraceInput) => recognize(trace).datapoints.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The parts in another order, some of them sent again later. */
const delivered = fc.constantFrom(...traces).chain((trace) =>
  fc.record({
    trace: fc.constant(trace),
    spans: fc.tuple(
      fc.shuffledSubarray([...trace.spans], { minLength: trace.spans.length }),
      fc.subarray([...trace.spans]),
    ),
    logs: fc.tuple(
      fc.shuffledSubarray([...trace.logs], { minLength: trace.logs.length }),
      fc.subarray([...trace.logs]),
    ),
  }),
);

test("order and repetition of the parts change no datapoint", () => {
  fc.assert(
    fc.property(delivered, ({ trace, spans: [spans, spansAgain], logs: [logs, logsAgain] }) => {
      const later = <Part extends { receivedAt: number }>(part: Part) => ({
        ...part,
        receivedAt: part.receivedAt + 60_000,
      });
      const other = { ...trace, spans: [...spans, ...spansAgain.map(later)], logs: [...logs, ...logsAgain.map(later)] };
      expect(byId(other)).toEqual(byId(trace));
    }),
    { numRuns: 300 },
  );
});

test("every part of every trace has a reason why it is, or isn't, a datapoint", () => {
  for (const trace of traces) {
    const { spans, logs, datapoints } = recognize(trace);
    const ids = new Set(datapoints.map((one) => one.id));
    for (const reading of [...spans, ...logs]) {
      expect(reading.reason).toMatch(/\.$/);
      if (reading.datapointId !== undefined) expect(ids).toContain(reading.datapointId);
    }
    expect(spans).toHaveLength(trace.spans.length);
    for (const one of datapoints)
      expect(spans.some((reading) => reading.datapointId === one.id) || one.flags.includes("partial")).toBe(true);
  }
});
