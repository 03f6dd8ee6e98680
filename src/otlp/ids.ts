import type { WireReader } from "./wire-reader.ts";

export const traceIdBytes = 16;
export const spanIdBytes = 8;

/** Decodes an id to lower-case hex. */
export function decodeId(reader: WireReader): string {
  const end = reader.messageEnd();
  const id = reader.bytes.toString("hex", reader.pos, end);
  reader.pos = end;
  return id;
}

/** Returns the id, or "" if it has another length or is all zero. */
export function validId(id: string, bytes: number): string {
  return id.length === 2 * bytes && !/^0+$/.test(id) ? id : "";
}

/** Decodes a trace id to lower-case hex; the same string object as `previous` if equal, as it mostly is. */
export function decodeTraceId(reader: WireReader, previous: string | undefined): string {
  const id = decodeId(reader);
  return id === previous ? previous : id;
}

export function isAllZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let pos = start; pos < end; pos++) if (bytes[pos] !== 0) return false;
  return true;
}
