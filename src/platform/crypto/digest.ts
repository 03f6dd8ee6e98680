import { hash } from "node:crypto";

/**
 * Returns a digest of a list of texts: equal lists give equal digests, and ["a","bc"] differs from ["ab","c"]. 128
 * bits of SHA-256 in base64url, 22 characters.
 */
export function digest(...parts: readonly string[]): string {
  const framed = parts.map((part) => `${part.length}:${part}`).join("");
  return hash("sha256", framed, "base64url").slice(0, 22);
}

/** As `digest`, as a whole number of 32 bits that is not 0. */
export function digestNumber(...parts: readonly string[]): number {
  const framed = parts.map((part) => `${part.length}:${part}`).join("");
  return Number.parseInt(hash("sha256", framed, "hex").slice(0, 8), 16) || 1;
}
