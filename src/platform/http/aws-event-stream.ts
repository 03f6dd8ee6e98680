import { crc32 } from "node:zlib";

/** One message of `application/vnd.amazon.eventstream`: its headers of type string, and its payload. */
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
 * Reads AWS's event stream encoding as its bytes come (AWS, "Event stream encoding": big-endian lengths, headers,
 * payload, CRC-32 of the prelude and of the message). Throws where a checksum or a length is wrong: what follows could
 * not be read either.
 */
export function createAwsMessageReader(): (bytes: Buffer) => AwsMessage[] {
  let held: Buffer = Buffer.alloc(0);
  return (bytes) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    const messages: AwsMessage[] = [];
    for (;;) {
      if (held.length < preludeBytes) return messages;
      const total = held.readUInt32BE(0);
      if (crc32(held.subarray(0, 8)) !== held.readUInt32BE(8))
        throw new Error("an event's prelude has a wrong checksum");
      if (total > maxMessageBytes || total < preludeBytes + checksumBytes)
        throw new Error("an event has no such length");
      if (held.length < total) return messages;
      messages.push(messageOf(held.subarray(0, total)));
      held = held.subarray(total);
    }
  };
}

function messageOf(bytes: Buffer): AwsMessage {
  const end = bytes.length - checksumBytes;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw new Error("an event has a wrong checksum");
  const headersEnd = preludeBytes + bytes.readUInt32BE(4);
  if (headersEnd > end) throw new Error("an event's headers are longer than the event");
  return { headers: headersOf(bytes.subarray(preludeBytes, headersEnd)), payload: bytes.subarray(headersEnd, end) };
}

const stringType = 7;
/** Bytes of a value by its type; types 6 and 7 tell their own length. */
const sizes: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];

function headersOf(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString("utf8", at + 1, nameEnd);
    const type = bytes.readUInt8(nameEnd);
    const told = type === 6 || type === stringType;
    const start = nameEnd + (told ? 3 : 1);
    const size = told ? bytes.readUInt16BE(nameEnd + 1) : sizes[type];
    if (size === undefined || start + size > bytes.length) throw new Error("an event has a header of no known type");
    if (type === stringType) headers.set(name, bytes.toString("utf8", start, start + size));
    at = start + size;
  }
  return headers;
}
