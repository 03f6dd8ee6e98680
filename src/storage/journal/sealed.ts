import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import type { z } from "zod";

/** Encodes JSON after its CRC-32, so that a value altered on disk is detected. */
export function seal(value: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  const sealed = Buffer.allocUnsafe(4 + text.length);
  sealed.writeUInt32LE(crc32(text), 0);
  sealed.set(text, 4);
  return sealed;
}

/** Returns undefined if there is nothing or it is damaged. */
export function unseal<Schema extends z.ZodType>(
  schema: Schema,
  stored: Uint8Array | undefined,
): z.infer<Schema> | undefined {
  if (!stored || stored.length < 4) return undefined;
  const sealed = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  if (crc32(sealed.subarray(4)) !== sealed.readUInt32LE(0)) return undefined;
  return schema.parse(JSON.parse(sealed.toString("utf8", 4)));
}
