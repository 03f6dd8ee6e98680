import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";
import { Failure } from "../failure.ts";

/** Encrypts secrets that must be used again, with a key that is stored elsewhere. */
export interface SealedBox {
  /** Identifies the sealing key without revealing anything about it. */
  readonly keyId: string;
  /**
   * Encrypts with the newest key. `boundTo` identifies what the secret belongs to, such as `channel <project> <id>`
   * or `model key <id> <host>`; opening it with another value fails.
   */
  seal(text: string, boundTo: string): string;
  /** Throws Failure("dependency") if no key opens it, or it was sealed with another `boundTo`. */
  open(sealed: string, boundTo: string): string;
  /** Returns true for text sealed with the newest key; false for an older key's and for plain text. */
  isFresh(text: string): boolean;
  knows(keyId: string): boolean;
}

/** AES-256-GCM with a random nonce; each key is derived from a text of at least 32 characters. The newest key first. */
export function createSealedBox(keys: readonly [string, ...string[]]): SealedBox {
  const known = keys.map(keyOf);
  const newest = known[0] as Key;
  return {
    keyId: newest.id,
    seal(text, boundTo) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", newest.bytes, nonce).setAAD(Buffer.from(boundTo));
      const inside = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${prefix}${newest.id}:${inside.toString("base64url")}`;
    },
    open(sealed, boundTo) {
      const [, id = "", inside = ""] = sealedShape.exec(sealed) ?? [];
      const key = known.find((each) => each.id === id);
      if (!key) throw new Failure("dependency", "a stored secret was sealed with a key that is not known", { key: id });
      const bytes = Buffer.from(inside, "base64url");
      const sealedText = bytes.subarray(nonceBytes, -tagBytes);
      try {
        const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([decipher.update(sealedText), decipher.final()]).toString("utf8");
      } catch (thrown) {
        throw new Failure(
          "dependency",
          "a stored secret was changed, or sealed for something else",
          { key: id },
          thrown,
        );
      }
    },
    isFresh: (text) => text.startsWith(`${prefix}${newest.id}:`),
    knows: (id) => known.some((key) => key.id === id),
  };
}

/** Returns true for text that a sealed box produced, with any key. */
export const isSealed = (text: string) => sealedShape.test(text);

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

const prefix = "sealed1:";
const sealedShape = /^sealed1:([\w-]{10}):([\w-]{38,})$/;
const nonceBytes = 12;
const tagBytes = 16;

function keyOf(text: string): Key {
  const bytes = new Uint8Array(hkdfSync("sha256", text, "", "gaffe sealed box 1", 32));
  return { bytes, id: hash("sha256", Buffer.concat([Buffer.from("key id "), bytes]), "base64url").slice(0, 10) };
}
