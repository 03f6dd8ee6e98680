import { hash, randomBytes } from "node:crypto";

/** Shape of a token, checked before the database is queried. */
export const secretShape = /^gaffe_[A-Za-z0-9_-]{32,128}$/;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * `gaffe_`, 256 random bits as 43 characters, and a 6-character checksum over them, so that scanners for
 * leaked secrets recognize a token without asking Gaffe.
 */
export function newSecret(random: (size: number) => Uint8Array = randomBytes): string {
  const body = inBase62(random(32), 43);
  return `gaffe_${body}${checksum(body)}`;
}

/** 256 random bits for a session or an emailed link: 43 letters and digits. */
export const newKey = (random: (size: number) => Uint8Array = randomBytes): string => inBase62(random(32), 43);
export const keyShape = /^[0-9A-Za-z]{43}$/;

/** Returns whether newSecret can have created this text. */
export function hasChecksum(secret: string): boolean {
  const body = secret.slice(6, -6);
  return secret.length === 55 && secret.startsWith("gaffe_") && checksum(body) === secret.slice(-6);
}

/** The stored form of a secret. It has 256 random bits, so it needs no salt and no slow hash. */
export const sha256Of = (secret: string): string => hash("sha256", secret, "hex");

/** Prefix that identifies a token without revealing it. */
export const hintOf = (secret: string): string => secret.slice(0, 10);

const checksum = (body: string) => inBase62(hash("sha256", body, "buffer").subarray(0, 4), 6);

function inBase62(bytes: Uint8Array, length: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (let index = 0; index < length; index++) {
    text = `${digits[Number(number % 62n)]}${text}`;
    number /= 62n;
  }
  return text;
}
