export { decodeTraces, type EncodedItem } from "./decode.ts";
export { encodeLogs, encodeTraces } from "./encode.ts";
export { anyValue, exportRequest, keyValue, resourceItems, scope, scopeItems, span } from "./fields.ts";
export type { OtlpLimits } from "./limits.ts";
export type { Admission, Admitted, Batch, Signal, Summary } from "./ports/admission.ts";
export type { Body, BodyFormat, Prepared } from "./prepare.ts";
export type { OtlpSignal, RejectedItem } from "./scan.ts";
export { type Source, sources } from "./source.ts";
export {
  type Attributes,
  type AttributeValue,
  type LogRecord,
  type Scope,
  type Span,
  type SpanEvent,
  type SpanLink,
  truncatedValues,
  usageEstimated,
} from "./span.ts";
export { createWireWriter } from "./wire-writer.ts";
