import { exportRequest, resourceItems, scopeItems } from "../fields.ts";
import { defaultLimits, type OtlpLimits } from "../limits.ts";
import type { OtlpSignal } from "../scan.ts";
import type { RejectReason } from "../scan-item.ts";
import { createWireWriter } from "../wire-writer.ts";
import { logRecordWriter, type MessageWriter, resourceWriter, scopeWriter, spanWriter } from "./json-items.ts";
import { JsonFault, JsonReader } from "./json-reader.ts";
import { createValueWriter, JsonRejection, readFields, readList, type Transcoding } from "./json-values.ts";

export type Transcoded =
  | {
      readonly kind: "protobuf";
      /** One item for each item of the JSON, in order; a rejected one is a byte that no decoder accepts. */
      readonly bytes: Uint8Array;
      /** Reject reasons by item index in the request. */
      readonly reasons: ReadonlyMap<number, RejectReason>;
      readonly repairedTexts: number;
    }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "too_many_items"; readonly items: number };

/** A tag of wire type 7, which does not exist: the scan returns `bad_wire` for the message that contains it. */
const unreadable = 7;

/**
 * Writes an OTLP/JSON export request as protobuf. Refuses the whole request only if it is not JSON, or the lists
 * above the items are not lists or contain other values: otherwise its client would retry forever. An error
 * inside one item, resource or scope affects only that one.
 */
export function jsonToProtobuf(bytes: Uint8Array, signal: OtlpSignal, limits: OtlpLimits = defaultLimits): Transcoded {
  const json = new JsonReader(bytes);
  const wire = createWireWriter(bytes.length);
  const transcoding: Transcoding = { json, wire, values: createValueWriter(json, wire, limits.depth) };
  const reasons = new Map<number, RejectReason>();
  const names = signal === "traces" ? traceNames : logNames;
  const writeItem = signal === "traces" ? spanWriter(transcoding) : logRecordWriter(transcoding);
  const writeResource = resourceWriter(transcoding);
  const writeScope = scopeWriter(transcoding);
  let items = 0;
  let stranger: string | undefined;
  const passed = (unknown: string) => void (unknown === "schemaUrl" || (stranger ??= unknown));

  const scopeFields = new Map([
    ["scope", () => writeOrMark(scopeItems.scope, writeScope)],
    [names.items, () => readList(json, writeNextItem)],
  ]);
  const resourceFields = new Map([
    ["resource", () => writeOrMark(resourceItems.resource, writeResource)],
    [
      names.scopes,
      () => readList(json, () => wire.message(resourceItems.scopes, () => readFields(json, scopeFields, passed))),
    ],
  ]);
  const requestFields = new Map([
    [
      names.resources,
      () => readList(json, () => wire.message(exportRequest.resources, () => readFields(json, resourceFields, passed))),
    ],
  ]);

  try {
    readFields(json, requestFields, passed);
    json.finish();
  } catch (thrown) {
    if (thrown instanceof JsonFault) return { kind: "broken", message: thrown.message };
    if (thrown instanceof JsonRejection) return { kind: "broken", message: "not an export request: see OTLP/JSON" };
    throw thrown;
  }
  if (items === 0 && stranger !== undefined) {
    const { resources, scopes, items: leaves } = names;
    const message = `no ${leaves} in it: OTLP/JSON has them under ${resources}, ${scopes}, ${leaves}, and knows no ${JSON.stringify(stranger.slice(0, 50))} there`;
    return { kind: "broken", message };
  }
  if (items > limits.items) return { kind: "too_many_items", items };
  return { kind: "protobuf", bytes: wire.take(), reasons, repairedTexts: json.repairedTexts };

  function writeNextItem(): void {
    if (items >= limits.items) {
      // The body will be refused: the rest is only counted.
      items++;
      json.skip();
      return;
    }
    const reason = writeOrMark(scopeItems.items, writeItem);
    if (reason !== undefined) reasons.set(items, reason);
    items++;
  }

  function writeOrMark(tag: number, write: MessageWriter): RejectReason | undefined {
    const { pos } = json;
    const { length } = wire;
    try {
      wire.message(tag, write);
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof JsonRejection)) throw thrown;
      transcoding.values.reset();
      json.pos = pos;
      json.skip();
      wire.rewind(length);
      wire.bytes(tag, Uint8Array.of(unreadable));
      return thrown.reason;
    }
  }
}

const traceNames = { resources: "resourceSpans", scopes: "scopeSpans", items: "spans" } as const;
const logNames = { resources: "resourceLogs", scopes: "scopeLogs", items: "logRecords" } as const;
