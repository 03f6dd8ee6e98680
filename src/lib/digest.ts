import { hash } from "node:crypto";

/**
 * A name for a list of texts: equal lists give equal names, and ["a","bc"] is not ["ab","c"].
 * 128 bits of SHA-256 in base64url, 22 characters.
 */
export function digest(...parts: readonly string[]): string {
  const framed = parts.map((part) => `${part.length}:${part}`).join("");
  return hash("sha256", framed, "base64url").slice(0, 22);
}
