import { expect, test } from "vitest";
import { conventions } from "../../../src/conventions/index.ts";
import type { Datapoint } from "../../../src/domain/datapoint.ts";
import { globalProject } from "../../../src/domain/ids.ts";
import type { Span } from "../../../src/domain/span.ts";
import { decodeLogs, decodeTraces } from "../../../src/otlp/decode.ts";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import { createProcess } from "../../../src/pipeline/process.ts";
import { createRecognizer } from "../../../src/pipeline/recognize.ts";
import type { TraceParts } from "../../../src/ports/datapoint-reader.ts";
import type { KeptTrace } from "../../../src/ports/kept.ts";
import { chatSpan } from "../../lab/spans.ts";
import { aFinding } from "../../support/examples.ts";

const startMs = Date.UTC(2026, 5, 1, 12);
const inner = { ...chatSpan({ run: 1, number: 1, startMs, answer: "Paris." }), parentSpanId: "aaaaaaaaaaaaaaaa" };
const outer: Span = {
  ...inner,
  spanId: "aaaaaaaaaaaaaaaa",
  startNs: inner.startNs - 5_000_000n,
  endNs: inner.endNs + 5_000_000n,
};

/** What the line keeps of a plan, where every datapoint is flagged. */
function keptOf(
  spans: readonly Span[],
  { at, earlier = [] }: { at: number; earlier?: readonly TraceParts[] },
): KeptTrace {
  const kept: KeptTrace[] = [];
  const examine = (datapoint: Datapoint) => ({
    datapoint,
    monitorIds: [],
    verdicts: [],
    findings: [aFinding({ datapointId: datapoint.id })],
  });
  const encoder = {
    add: (trace: KeptTrace) => void kept.push(trace),
    take: () => [],
    addVerdict: () => undefined,
    filedAt: () => at,
  };
  const process = createProcess({
    decodeTraces,
    decodeLogs,
    recognize: createRecognizer({ conventions }),
    examine,
    encoder,
  });
  const bytes = encodeTraces(spans);
  const { traceId } = inner;
  process({
    version: 1,
    entries: [{ projectId: globalProject, source: "otlp", signal: "traces", receivedAt: at, bytes }],
    earlier: earlier.map((parts) => ({ ...parts, projectId: globalProject, traceId })),
  });
  const [trace] = kept;
  if (!trace) throw new Error("nothing kept");
  return trace;
}

const storedOf = ({ spans, datapoints }: KeptTrace): TraceParts => ({
  spans: spans.map(({ span, source, receivedAt }) => ({ item: span, source, receivedAt })),
  logs: [],
  datapoints: datapoints.map(({ datapoint, receivedAt }) => ({ id: datapoint.id, startedAt: receivedAt })),
});

test("a span sent twice is kept once, with its first arrival", () => {
  const { spans, datapoints } = keptOf([inner, inner], { at: startMs });
  expect(spans).toHaveLength(1);
  expect(datapoints).toHaveLength(1);
});

test("of two accounts of a span the fuller one is kept", () => {
  const begun = { ...inner, endNs: inner.startNs, attributes: new Map([...inner.attributes].slice(0, 3)) };
  expect(keptOf([inner, begun], { at: startMs }).spans[0]?.span).toEqual(inner);
  const earlier = [storedOf(keptOf([inner], { at: startMs }))];
  expect(keptOf([begun], { at: startMs + 9000, earlier }).spans).toEqual([]);
});

test("a datapoint that a late span completes takes back its old findings, also when its own span is sent again", () => {
  const first = keptOf([inner], { at: startMs });
  const again = keptOf([inner, outer], { at: startMs + 9000, earlier: [storedOf(first)] });
  expect(again.datapoints.map(({ datapoint }) => datapoint.spanId)).toEqual([outer.spanId]);
  expect(again.withdrawn.map(({ id }) => id)).toEqual(first.datapoints.map(({ datapoint }) => datapoint.id));
  expect(again.retracted.map(({ finding }) => finding.datapointId)).toEqual(
    first.datapoints.map(({ datapoint }) => datapoint.id),
  );
});

test("a datapoint that changes is filed under the time that it was filed under before", () => {
  const { datapoints, spans } = keptOf([outer], { at: startMs });
  const filed = datapoints.map(({ datapoint }) => ({ id: datapoint.id, startedAt: 4711 }));
  const earlier = [{ ...storedOf({ ...keptOf([outer], { at: startMs }), spans }), datapoints: filed }];
  const changed = keptOf([inner], { at: startMs + 9000, earlier });
  expect(changed.datapoints).toMatchObject([{ filedAt: 4711, datapoint: { spanIds: [outer.spanId, inner.spanId] } }]);
});
