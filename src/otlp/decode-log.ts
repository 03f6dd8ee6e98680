import {
  type Decoding,
  decodeAttribute,
  decodeText,
  decodeValue,
  type ItemContext,
  noAttributes,
} from "./decode-value.ts";
import { logRecord } from "./fields.ts";
import { decodeId, spanIdBytes, validId } from "./ids.ts";
import type { AttributeValue, LogRecord } from "./span.ts";

type Draft = { -readonly [Key in keyof LogRecord]: LogRecord[Key] };

/**
 * Decodes the log record at the reader, whose trace id is already known. An invalid id counts as absent
 * (logs.proto).
 */
export function decodeLogRecord(decoding: Decoding, context: ItemContext, traceId: string): LogRecord {
  const { reader } = decoding;
  const draft: Draft = {
    timeNs: 0n,
    observedNs: 0n,
    severityNumber: 0,
    attributes: noAttributes,
    scope: context.scope,
    resource: context.resource,
  };
  set(draft, "traceId", traceId);
  const attributes = new Map<string, AttributeValue>();
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    switch (tag) {
      case logRecord.time:
        draft.timeNs = reader.fixed64();
        break;
      case logRecord.observedTime:
        draft.observedNs = reader.fixed64();
        break;
      case logRecord.severityNumber:
        draft.severityNumber = knownSeverity(reader.int32());
        break;
      case logRecord.body:
        draft.body = decodeValue(decoding);
        break;
      case logRecord.attributes:
        decodeAttribute(decoding, attributes);
        break;
      case logRecord.spanId:
        set(draft, "spanId", validId(decodeId(reader), spanIdBytes));
        break;
      case logRecord.severityText:
        set(draft, "severityText", decodeText(decoding));
        break;
      case logRecord.eventName:
        set(draft, "eventName", decodeText(decoding));
        break;
      default:
        reader.skip(tag);
    }
  }
  if (attributes.size > 0) draft.attributes = attributes;
  return draft;
}

const knownSeverity = (severity: number) => (severity >= 0 && severity <= 24 ? severity : 0);

function set(draft: Draft, key: "traceId" | "spanId" | "severityText" | "eventName", text: string): void {
  if (text === "") delete draft[key];
  else draft[key] = text;
}
