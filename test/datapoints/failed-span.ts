import { type ClassifiedError, classifyError } from "../../src/datapoints/errors/error-classifier.ts";
import { errorIn } from "../../src/datapoints/shapes/errors.ts";
import type { Span } from "../../src/otlp/index.ts";

/** A failure as the corpora in test/fixtures/errors record it. */
export interface RecordedError {
  readonly provider: string;
  readonly status?: number | undefined;
  readonly exception?: string | undefined;
  readonly code?: string | undefined;
  readonly text: string;
}

/** Returns what a failed span with the error is classified as. */
export function classifiedSpan(error: RecordedError): ClassifiedError | undefined {
  const facts = errorIn(failedSpan(error));
  return facts === undefined ? undefined : classifyError(facts, error.provider);
}

function failedSpan({ text, exception, status, code }: RecordedError): Span {
  const thrown: [string, string][] = [["exception.message", text]];
  if (exception !== undefined) thrown.push(["exception.type", exception]);
  const attributes = new Map<string, string | number>();
  if (status !== undefined) attributes.set("http.response.status_code", status);
  if (code !== undefined) attributes.set("gaffe.error.code", code);
  return {
    traceId: "00000000000000000000000000000001",
    spanId: "0000000000000001",
    name: "chat",
    kind: 3,
    startNs: 1n,
    endNs: 2n,
    attributes,
    droppedCount: 0,
    events: [{ name: "exception", timeNs: 2n, attributes: new Map(thrown) }],
    status: "error",
    statusMessage: text,
    scope: { name: "", version: "", attributes: new Map() },
    resource: new Map(),
  };
}
