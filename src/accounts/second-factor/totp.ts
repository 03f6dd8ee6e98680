import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What authenticator apps assume: six digits of an HMAC-SHA-1, another every 30 seconds. */
const digits = 6;
const periodSeconds = 30;
/** Steps that the clock of a phone may be early or late. */
const tolerance = [0, -1, 1] as const;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns a secret of 160 random bits in base32, as authenticator apps accept it. */
export const newTotpSecret = (random: (size: number) => Uint8Array = randomBytes): string => toBase32(random(20));

/** Returns the address behind the QR code (Key URI format of Google Authenticator). */
export function totpUri({ secret, email, issuer }: { secret: string; email: string; issuer: string }): string {
  const parameters = { secret, issuer, algorithm: "SHA1", digits: `${digits}`, period: `${periodSeconds}` };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${query.join("&")}`;
}

/** Returns the time step of a code, at most one step from `at` (Unix milliseconds); undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, at: number): number | undefined {
  if (!codeShape.test(code)) return undefined;
  const present = stepAt(at);
  return tolerance.map((distance) => present + distance).find((step) => isEqual(codeOf(secret, step), code));
}

const codeShape = /^[0-9]{6}$/;

const isEqual = (expected: string, given: string) => timingSafeEqual(Buffer.from(expected), Buffer.from(given));

/** Returns the code of a time step (RFC 6238 over RFC 4226, section 5.3). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Returns the time step of a moment, Unix milliseconds. */
export const stepAt = (at: number): number => Math.floor(at / 1000 / periodSeconds);

/** Encodes bytes without padding (RFC 4648, section 6). */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2));
}
