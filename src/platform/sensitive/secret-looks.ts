import { crc32 } from "node:zlib";

/**
 * Returns whether a value is a JSON Web Token, plain or base64-encoded again: its header starts like a JOSE header
 * (RFC 7515, 7516, 7519), even if the rest was damaged or cut.
 */
export function isJwt(value: string): boolean {
  const token = value.startsWith("ZXlK") ? decoded(value) : value;
  return joseHeader.test(decoded(token.split(".")[0] ?? ""));
}

const decoded = (base64: string) => Buffer.from(base64, "base64url").toString("latin1");
const joseHeader =
  /^\{\s{0,10}"(?:alg|apu|apv|aud|b64|crit|cty|epk|enc|iss|iv|jku|jwk|kid|key_ops|kty|nonce|p2[cs]|ppt|sub|svt|tag|typ|url|use|ver|version|x|x5c|x5t|x5t#S256|x5u|zip)"\s{0,10}:/;

/** Two kinds of characters, a digit among them; not a path, a name in words, a host, a date or a version. */
export function isRandomLooking(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  return (
    kinds >= 2 &&
    /\d/.test(value) &&
    !/^[./]|\w\/\w+\/|^\d{4}-\d\d|^v?\d+\.\d|^[A-Za-z]+(?:[._-][A-Za-z]+)+\d*$|^(?:[a-z]+\d{0,3}_){2,}[a-z]+\d{0,3}$|^(?:[a-z0-9-]{1,20}\.){2,}[a-z]{2,6}$/.test(
      value,
    )
  );
}

/**
 * Returns whether the checksum of a GitHub or npm token is right (CRC-32 of its random part in base 62); undefined
 * if it has none.
 */
export function hasRightChecksum(token: string): boolean | undefined {
  const [, random, checksum] = /^(?:gh[opsru]|npm)_([A-Za-z0-9]{30})([A-Za-z0-9]{6})$/.exec(token) ?? [];
  if (random === undefined || checksum === undefined) return undefined;
  let rest = crc32(random);
  let digits = "";
  for (let position = 0; position < 6; position++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits === checksum;
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The inside of a private key block: long enough and not abbreviated. */
export function isKeyBody(value: string, minLength: number): boolean {
  const body = value.replaceAll(/\\[nr]|\s/g, "");
  return body.length >= minLength && !/\.{3}|…|x{8,}|\*{3}/i.test(body);
}
