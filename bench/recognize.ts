// Measures what assembling datapoints costs per span, by instrumentation, compared with decoding the same
// spans in the same run.
// node bench/recognize.ts [seconds per instrumentation]
import { conventions } from "../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../src/datapoints/stages/recognizer.ts";
import { decodeTraces } from "../src/otlp/decode.ts";
import { encodeTraces } from "../src/otlp/encode.ts";
import { globalProject } from "../src/platform/ids.ts";
import { batchesOf, capturesIn, someCaptures } from "../test/support/data/captures.ts";
import { tracesOf } from "../test/support/data/traces.ts";

const secondsEach = Number(process.argv[2] ?? 1);
const recognize = createRecognizer({ conventions });

/** Returns microseconds per run of `work`, the minimum of five rounds: other load only adds time. */
function costOf(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    let runs = 0;
    while (performance.now() - start < (secondsEach * 1000) / 5) {
      work();
      runs++;
    }
    least = Math.min(least, ((performance.now() - start) * 1000) / runs);
  }
  return least;
}

// Run every shape once before measuring, so that all rows run the same compiled code.
const everything = tracesOf(
  capturesIn(someCaptures).flatMap((capture) => batchesOf(capture, someCaptures)),
  globalProject,
);
for (let round = 0; round < 20; round++) for (const trace of everything) recognize(trace);

const rows = [...Map.groupBy(capturesIn(someCaptures), (capture) => capture.instrumentation)].map(
  ([instrumentation, captures]) => {
    const batches = captures.flatMap((capture) => batchesOf(capture, someCaptures));
    const bodies = batches.filter((batch) => batch.spans.length > 0).map((batch) => encodeTraces(batch.spans));
    const traces = tracesOf(batches, globalProject);
    const spans = batches.reduce((sum, batch) => sum + batch.spans.length, 0);
    const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
    const calls = traces.reduce((sum, trace) => sum + recognize(trace).datapoints.length, 0);
    const decode = costOf(() => {
      for (const body of bodies) decodeTraces(body);
    });
    const read = costOf(() => {
      for (const trace of traces) recognize(trace);
    });
    return {
      instrumentation,
      spans,
      bytesPerSpan: Math.round(bytes / spans),
      decodePerSpanUs: decode / spans,
      recognizePerSpanUs: read / spans,
      recognizePerCallUs: read / Math.max(1, calls),
    };
  },
);

const us = (value: number) => Number(value.toFixed(1));
console.table(
  rows.map((row) => ({
    ...row,
    decodePerSpanUs: us(row.decodePerSpanUs),
    recognizePerSpanUs: us(row.recognizePerSpanUs),
    recognizePerCallUs: us(row.recognizePerCallUs),
  })),
);
const total = (key: "decodePerSpanUs" | "recognizePerSpanUs") =>
  rows.reduce((sum, row) => sum + row[key] * row.spans, 0) / rows.reduce((sum, row) => sum + row.spans, 0);
console.log(
  `recognition ${us(total("recognizePerSpanUs"))} µs per span, decoding ${us(total("decodePerSpanUs"))} µs per span (protobuf, same run)`,
);
