import { randomBytes } from "node:crypto";
import { sha256Of } from "../sign-in/secret.ts";
import { toBase32 } from "./totp.ts";

const count = 10;
/** 80 random bits: no slow hash is needed for the stored form. */
const bytes = 10;

/** Returns codes such as `ABCD-EFGH-IJKL-MNOP`, each of which replaces the authenticator app once. */
export const newRecoveryCodes = (random: (size: number) => Uint8Array = randomBytes): readonly string[] =>
  Array.from({ length: count }, () => (toBase32(random(bytes)).match(/.{4}/g) ?? []).join("-"));

/** Returns the stored form of a code; undefined for a text of another shape. Spaces, dashes and case do not matter. */
export function storedRecoveryCode(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z2-7]{16}$/.test(plain) ? sha256Of(plain) : undefined;
}
