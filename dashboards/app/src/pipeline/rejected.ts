/** Reasons of rejections in words, with what the client can fix. */
const words: Readonly<Record<string, readonly [explanation: string, fix: string]>> = {
  invalid: ["the body could not be read", "check that the exporter speaks http/protobuf or http/json"],
  too_large: ["too large", "send smaller batches: OTEL_BSP_MAX_EXPORT_BATCH_SIZE"],
  bad_trace_id: ["no trace id of 16 bytes", "let an OpenTelemetry SDK make it"],
  bad_span_id: ["no span id of 8 bytes", "let an OpenTelemetry SDK make it"],
  bad_parent_id: ["a parent id that is not 8 bytes", "let an OpenTelemetry SDK make it"],
  too_deep: ["a value nested too deep", "send it as JSON text"],
  too_many_attributes: ["too many attributes", "leave out attributes that nobody searches for"],
  too_many_parts: ["more parts than its bytes can hold", "check the encoder: this isn't a valid span"],
  bad_wire: ["not protobuf inside", "check the encoder, or a proxy in between"],
  bad_json: ["a JSON field of the wrong type", "compare it with the OTLP/JSON specification"],
  bad_number: ["a JSON number outside of its type", "compare it with the OTLP/JSON specification"],
};

export function rejectionOf(reason: string): { readonly explanation: string; readonly fix?: string } {
  const [explanation, fix] = words[reason] ?? [reason.replaceAll(/[-_]/g, " ")];
  return fix === undefined ? { explanation } : { explanation, fix };
}
