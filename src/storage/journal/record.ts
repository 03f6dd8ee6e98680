import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { type Batch, sources } from "../../otlp/index.ts";
import { asProjectId } from "../../platform/ids.ts";

const Head = z.strictObject({
  projectId: z.string().transform(asProjectId),
  source: z.enum(sources),
  signal: z.enum(["traces", "logs"]),
  receivedAt: z.number(),
  traceIds: z.array(z.string()),
  bodyHash: z.string(),
});
export type Head = z.infer<typeof Head>;

/** Starts every record, so that salvaging finds records in a file that cannot be opened. The last byte is the format. */
export const recordMagic = Buffer.from([0x89, 0x47, 0x66, 0x4a, 0x72, 0x6e, 0x0d, 0x02]);

/**
 * A record: magic (8 bytes), seq (f64), length of the head, length of the payload, CRC-32 of the head, CRC-32 of the
 * payload, CRC-32 of the 32 bytes before (u32 each, little endian), the head as JSON, the payload.
 */
export const recordHeaderBytes = 36;

/** Encodes an export request. The record has no seq yet and owns its memory. */
export function encodeRecord({ bytes, ...head }: Batch): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(JSON.stringify(head));
  const record = new Uint8Array(Buffer.allocUnsafeSlow(recordHeaderBytes + text.length + bytes.length).buffer);
  record.set(recordMagic);
  const view = new DataView(record.buffer);
  view.setUint32(16, text.length, true);
  view.setUint32(20, bytes.length, true);
  view.setUint32(24, crc32(text), true);
  view.setUint32(28, crc32(bytes), true);
  record.set(text, recordHeaderBytes);
  record.set(bytes, recordHeaderBytes + text.length);
  return record;
}

export function numberRecord(record: Uint8Array, seq: number): void {
  const view = viewOf(record);
  view.setFloat64(8, seq, true);
  view.setUint32(32, crc32(record.subarray(0, 32)), true);
}

export interface RecordHeader {
  readonly seq: number;
  readonly headBytes: number;
  readonly payloadBytes: number;
  /** Of the whole record. */
  readonly length: number;
}

/** Reads the header; undefined when these bytes do not start with an undamaged one. */
export function readHeader(record: Uint8Array): RecordHeader | undefined {
  if (record.length < recordHeaderBytes || recordMagic.compare(record, 0, 8) !== 0) return undefined;
  const view = viewOf(record);
  if (crc32(record.subarray(0, 32)) !== view.getUint32(32, true)) return undefined;
  const [headBytes, payloadBytes] = [view.getUint32(16, true), view.getUint32(20, true)];
  const length = recordHeaderBytes + headBytes + payloadBytes;
  return { seq: view.getFloat64(8, true), headBytes, payloadBytes, length };
}

/** Returns the head of the record of `seq`; undefined if it is damaged. The payload is not read. */
export function readHead(record: Uint8Array, seq: number): (Head & { readonly payloadBytes: number }) | undefined {
  const header = readHeader(record);
  if (header?.seq !== seq || record.length !== header.length) return undefined;
  const text = headText(record, header);
  if (crc32(text) !== viewOf(record).getUint32(24, true)) return undefined;
  return { ...Head.parse(JSON.parse(Buffer.from(text).toString())), payloadBytes: header.payloadBytes };
}

/** Returns the payload, in the record's own memory; undefined if it is damaged. */
export function readPayload(record: Uint8Array): Uint8Array | undefined {
  const header = readHeader(record);
  // The memory of a value that LMDB returned may extend beyond its length, so the end is always given.
  if (!header || record.length < header.length) return undefined;
  const payload = record.subarray(recordHeaderBytes + header.headBytes, header.length);
  return crc32(payload) === viewOf(record).getUint32(28, true) ? payload : undefined;
}

/** Starts the queue value of an entry, so that a damaged file reveals which entries it held. */
export const queueMagic = Buffer.from([0x89, 0x47, 0x66, 0x51, 0x75, 0x65, 0x0d, 0x02]);
const queueHeaderBytes = 48;

/** For larger payloads the queue also stores the head: reading it from the record copies the payload. */
const largePayloadBytes = 32 * 1024;

/**
 * The queue value of an entry: magic (8 bytes), length of the head (u32), CRC-32 of all that follows, seq, received
 * at, size of the payload, length of the record (f64 each), the head of a large one. The payload of the record may
 * be missing.
 */
export function queueValueOf(record: Uint8Array, receivedAt: number): Uint8Array {
  const view = viewOf(record);
  const [headBytes, payloadBytes] = [view.getUint32(16, true), view.getUint32(20, true)];
  const storedBytes = payloadBytes > largePayloadBytes ? headBytes : 0;
  const value = Buffer.allocUnsafe(queueHeaderBytes + storedBytes);
  value.set(queueMagic);
  value.writeUInt32LE(storedBytes, 8);
  value.writeDoubleLE(view.getFloat64(8, true), 16);
  value.writeDoubleLE(receivedAt, 24);
  value.writeDoubleLE(payloadBytes, 32);
  value.writeDoubleLE(recordHeaderBytes + headBytes + payloadBytes, 40);
  if (storedBytes > 0) value.set(record.subarray(recordHeaderBytes, recordHeaderBytes + headBytes), queueHeaderBytes);
  value.writeUInt32LE(crc32(value.subarray(16)), 12);
  return value;
}

export interface Queued {
  readonly seq: number;
  readonly receivedAt: number;
  readonly payloadBytes: number;
  readonly recordBytes: number;
  /** If absent, the head is read from the record. */
  readonly head: (() => Head) | undefined;
}

/** Returns undefined if these bytes do not start with an undamaged value. */
export function readQueueValue(stored: Uint8Array): Queued | undefined {
  if (stored.length < queueHeaderBytes || queueMagic.compare(stored, 0, 8) !== 0) return undefined;
  const all = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  const value = all.subarray(0, queueHeaderBytes + all.readUInt32LE(8));
  if (value.readUInt32LE(12) !== crc32(value.subarray(16))) return undefined;
  return {
    seq: value.readDoubleLE(16),
    receivedAt: value.readDoubleLE(24),
    payloadBytes: value.readDoubleLE(32),
    recordBytes: value.readDoubleLE(40),
    head:
      value.length > queueHeaderBytes
        ? () => Head.parse(JSON.parse(value.toString("utf8", queueHeaderBytes)))
        : undefined,
  };
}

/** The record that the journal's first format stored: length of the head (u32), the head as JSON, the payload. */
export function readFirstFormat(record: Uint8Array): Batch {
  const start = 4 + viewOf(record).getUint32(0, true);
  const head = Head.parse(JSON.parse(Buffer.from(record.subarray(4, start)).toString()));
  return { ...head, bytes: record.subarray(start, record.length) };
}

const headText = (record: Uint8Array, { headBytes }: RecordHeader) =>
  record.subarray(recordHeaderBytes, recordHeaderBytes + headBytes);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
