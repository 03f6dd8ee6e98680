import { hash, randomBytes } from "node:crypto";

/** What a presented token must look like before anything is asked of the database. */
export const secretShape = /^gaffe_[A-Za-z0-9_-]{32,128}$/;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * `gaffe_`, 256 random bits as 43 characters, and 6 characters of checksum over them, so that scanners for leaked
 * secrets tell a token from a text that looks like one without asking us.
 */
export function newSecret(random: (size: number) => Uint8Array = randomBytes): string {
  const body = inBase62(random(32), 43);
  return `gaffe_${body}${checksum(body)}`;
}

/** 256 random bits for a session or a mailed link: 43 letters and digits. */
export const newKey = (random: (size: number) => Uint8Array = randomBytes): string => inBase62(random(32), 43);
export const keyShape = /^[0-9A-Za-z]{43}$/;

/** True for a text that newSecret can have made. */
export function hasChecksum(secret: string): boolean {
  const body = secret.slice(6, -6);
  return secret.length === 55 && secret.startsWith("gaffe_") && checksum(body) === secret.slice(-6);
}

/** What is stored of a secret. It has 256 random bits, so it needs no salt and no slow hash. */
export const sha256Of = (secret: string): string => hash("sha256", secret, "hex");

/** Enough to recognise a token by, too little to use it. */
export const hintOf = (secret: string): string => secret.slice(0, 10);

const checksum = (body: string) => inBase62(hash("sha256", body, "buffer").subarray(0, 4), 6);

function inBase62(bytes: Uint8Array, length: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (let place = 0; place < length; place++) {
    text = `${digits[Number(number % 62n)]}${text}`;
    number /= 62n;
  }
  return text;
}
