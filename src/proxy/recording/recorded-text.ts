import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { RecordedBytes } from "../call.ts";

const maxOutputLength = 64 * 2 ** 20;

/**
 * Returns the recorded bytes of a body as inflated text, or undefined when there are none or the encoding is
 * unknown.
 */
export function recordedText({ chunks, lost, text }: RecordedBytes, encoding: string | undefined): string | undefined {
  if (text !== undefined) return text;
  if (chunks.length === 0) return lost > 0 ? undefined : "";
  if (lost > 0 && encoding !== undefined) return undefined;
  const gap = lost > 0 ? [...chunks.slice(0, -1), Buffer.from("\n\n"), chunks.at(-1)!] : chunks;
  const bytes = gap.length === 1 ? asBuffer(gap[0]!) : Buffer.concat(gap);
  try {
    return inflated(bytes, encoding)?.toString("utf8");
  } catch {
    return undefined;
  }
}

/** Inflates a body on a thread that reads calls; an interrupted one as far as it arrived. */
function inflated(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  switch (encoding?.trim().toLowerCase() ?? "identity") {
    case "identity":
    case "":
      return bytes;
    case "gzip":
    case "x-gzip":
      return gunzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    case "deflate":
      return inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case "zstd":
      return zstdDecompressSync(bytes, { maxOutputLength, finishFlush: constants.ZSTD_e_flush });
    default:
      return undefined;
  }
}

const asBuffer = (bytes: Uint8Array) =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
