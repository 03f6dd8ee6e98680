import { Buffer } from "node:buffer";
import { z } from "zod";
import { sources } from "../../domain/datapoint.ts";
import { asProjectId } from "../../domain/ids.ts";
import type { Batch } from "../../ports/admission.ts";

const Head = z.strictObject({
  projectId: z.string().transform(asProjectId),
  source: z.enum(sources),
  signal: z.enum(["traces", "logs"]),
  receivedAt: z.number(),
  traceIds: z.array(z.string()),
  bodyHash: z.string(),
});

/** A journal record: length of the head (u32, little endian), the head as JSON, the payload. Owns its memory. */
export function encodeRecord({ bytes, ...head }: Batch): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(JSON.stringify(head));
  const record = new Uint8Array(Buffer.allocUnsafeSlow(4 + text.length + bytes.length).buffer);
  new DataView(record.buffer).setUint32(0, text.length, true);
  record.set(text, 4);
  record.set(bytes, 4 + text.length);
  return record;
}

export function decodeHead(record: Uint8Array): Omit<Batch, "bytes"> {
  return Head.parse(JSON.parse(Buffer.from(record.subarray(4, payloadStart(record))).toString()));
}

/**
 * A copy of the payload: the record's memory belongs to the database, whose buffer may reach further than its own
 * `length` says, so the end is always named.
 */
export function decodePayload(record: Uint8Array): Uint8Array {
  return new Uint8Array(record.subarray(payloadStart(record), record.length));
}

function payloadStart(record: Uint8Array): number {
  return 4 + new DataView(record.buffer, record.byteOffset, 4).getUint32(0, true);
}
