import { crc32 } from "node:zlib";
import { Failure } from "../failure.ts";

export interface AwsMessage {
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Buffer;
}

/** Length of the whole, length of the headers, checksum of both. */
const preludeBytes = 12;
const checksumBytes = 4;
/** AWS's own limit is 16 MiB of payload and 128 KiB of headers. */
const maxMessageBytes = 24 * 2 ** 20;

/**
 * Reads AWS's event stream encoding incrementally (AWS, "Event stream encoding": big-endian lengths, headers,
 * payload, CRC-32 of the prelude and of the message). Throws on a wrong checksum or length, because nothing after
 * it could be read either.
 */
export function createAwsMessageReader(): (bytes: Buffer) => AwsMessage[] {
  let buffered: Buffer = Buffer.alloc(0);
  return (bytes) => {
    buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes]);
    const messages: AwsMessage[] = [];
    for (;;) {
      if (buffered.length < preludeBytes) return messages;
      const total = buffered.readUInt32BE(0);
      if (crc32(buffered.subarray(0, 8)) !== buffered.readUInt32BE(8))
        throw new Failure("dependency", "an event's prelude has a wrong checksum");
      if (total > maxMessageBytes || total < preludeBytes + checksumBytes)
        throw new Failure("dependency", "an event has no such length");
      if (buffered.length < total) return messages;
      messages.push(messageOf(buffered.subarray(0, total)));
      buffered = buffered.subarray(total);
    }
  };
}

function messageOf(bytes: Buffer): AwsMessage {
  const end = bytes.length - checksumBytes;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end))
    throw new Failure("dependency", "an event has a wrong checksum");
  const headersEnd = preludeBytes + bytes.readUInt32BE(4);
  if (headersEnd > end) throw new Failure("dependency", "an event's headers are longer than the event");
  return { headers: headersOf(bytes.subarray(preludeBytes, headersEnd)), payload: bytes.subarray(headersEnd, end) };
}

const stringType = 7;
/** Bytes of a value by its type; values of types 6 and 7 contain their length. */
const sizes: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];

function headersOf(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString("utf8", at + 1, nameEnd);
    const type = bytes.readUInt8(nameEnd);
    const isReported = type === 6 || type === stringType;
    const start = nameEnd + (isReported ? 3 : 1);
    const size = isReported ? bytes.readUInt16BE(nameEnd + 1) : sizes[type];
    if (size === undefined || start + size > bytes.length)
      throw new Failure("dependency", "an event has a header of no known type");
    if (type === stringType) headers.set(name, bytes.toString("utf8", start, start + size));
    at = start + size;
  }
  return headers;
}
