import { createHash } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/**
 * Returns the bytes of a base58 text without the checksum; undefined if the checksum (double SHA-256) is
 * wrong.
 */
export function base58CheckPayload(text: string): Uint8Array | undefined {
  const bytes = base58Bytes(text);
  if (!bytes || bytes.length < 5) return undefined;
  const [payload, checksum] = [bytes.subarray(0, -4), bytes.subarray(-4)];
  const digest = sha256(sha256(payload));
  return checksum.every((byte, at) => byte === digest[at]) ? payload : undefined;
}

/** Returns the bytes of a base58 text; undefined if a character isn't base58. */
export function base58Bytes(text: string): Uint8Array | undefined {
  if (text.length > 120) return undefined;
  let value = 0n;
  for (const sign of text) {
    const digit = base58.indexOf(sign);
    if (digit === -1) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? "" : value.toString(16);
  return Uint8Array.from([...new Uint8Array(zeros), ...Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex")]);
}

/** Returns whether a text is bech32 or bech32m (BIP 173, BIP 350) with the human-readable part `bc`. */
export function isSegwitAddress(text: string): boolean {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return false;
  const data = Array.from(text.toLowerCase().slice(3), (sign) => "qpzry9x8gf2tvdw0s3jn54khce6mua7l".indexOf(sign));
  if (!/^bc1/i.test(text) || data.includes(-1)) return false;
  // The human-readable part `bc`, expanded.
  const check = polymod([3, 3, 0, 2, 3, ...data]);
  return check === (data[0] === 0 ? 1 : 0x2bc8_30a3);
}

/** Returns whether 40 hex digits after 0x have a valid EIP-55 checksum, or a single case. */
export function isEthereumAddress(text: string): boolean {
  const digits = text.slice(2);
  if (!/^[0-9a-f]{40}$/i.test(digits)) return false;
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const digest = Buffer.from(keccak_256(Buffer.from(digits.toLowerCase()))).toString("hex");
  return Array.from(digits).every(
    (digit, at) => /\d/.test(digit) || (digit === digit.toUpperCase()) === Number.parseInt(digest[at] ?? "0", 16) > 7,
  );
}

const generators = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];

function polymod(values: readonly number[]): number {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ff_ffff) << 5) ^ value;
    for (const [at, generator] of generators.entries()) if ((top >>> at) & 1) check ^= generator;
  }
  return check >>> 0;
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
