import { promisify } from "node:util";
import { brotliDecompress, constants, gunzip, inflate as inflateZlib, zstdDecompress } from "node:zlib";

/** `unreadable`: damaged, or larger than `maxBytes`. */
export type Inflated = Buffer | "unknown_encoding" | "unreadable";

/** Inflates a body outside of the main thread; an interrupted one as far as it arrived. */
export async function inflate(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Inflated> {
  try {
    return await inflated(bytes, encoding?.trim().toLowerCase() ?? "identity", maxBytes);
  } catch {
    return "unreadable";
  }
}

const [ungzip, undeflate, unbrotli, unzstd] = [
  promisify(gunzip),
  promisify(inflateZlib),
  promisify(brotliDecompress),
  promisify(zstdDecompress),
] as const;

async function inflated(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Inflated> {
  switch (encoding) {
    case "identity":
    case "":
      return bytes;
    case "gzip":
    case "x-gzip":
      return ungzip(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    case "deflate":
      return undeflate(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return unbrotli(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case "zstd":
      return unzstd(bytes, { maxOutputLength, finishFlush: constants.ZSTD_e_flush });
    default:
      return "unknown_encoding";
  }
}
