import type { PrivacyRules } from "../../datapoints/index.ts";
import type { SecretPack } from "../../platform/sensitive/secret-rule.ts";
import { commonKeywords, secretRules } from "../../platform/sensitive/secrets.ts";

/** Returns whether a text, as UTF-8 bytes, may match the rules; false is certain. */
export type Gate = (bytes: Uint8Array, start: number, end: number) => boolean;

/**
 * Scans bytes once without decoding them: the first three characters of every keyword are looked up in a
 * table, as createKeywordScan does for texts. The same pass detects runs of token characters and Base64.
 */
export function createGate({ kinds, patterns }: Pick<PrivacyRules, "kinds" | "patterns">): Gate {
  if (patterns.length > 0 || kinds.includes("login_password")) return () => true;
  const packs = new Set<string>(kinds);
  const rules = secretRules.filter(({ pack }) => packs.has(pack));
  const starts = beginnings(
    rules.flatMap(({ keywords }) => keywords).filter((keyword) => !commonKeywords.has(keyword)),
  );
  const hasSecrets = rules.length > 0;
  const hasPersonal = kinds.some((kind) => !isPack(kind));
  return (bytes, start, end) => {
    if (end - start < shortestSecret) return false;
    if (hasPersonal && hasPersonalSign(bytes, start, end)) return true;
    return hasSecrets && (hasTokenRun(bytes, start, end) || hasBeginning(bytes, start, end, starts));
  };
}

/** No secret or personal data is shorter. */
const shortestSecret = 6;

const isPack = (kind: string): kind is SecretPack => secretRules.some(({ pack }) => pack === kind);

/** Keywords by their first three bytes, case-insensitive; those in the same slot are compared one by one. */
interface Beginnings {
  /** 0: no keyword begins so; otherwise the index into `keywords` plus one. */
  readonly slots: Uint16Array;
  readonly keywords: readonly (readonly Uint8Array[])[];
}

const tableBits = 18;

/** `| 32` is lower case for letters and harmless to the hash otherwise. */
const slotOf = (first: number, second: number, third: number) =>
  (((first | 32) << 12) ^ ((second | 32) << 6) ^ (third | 32)) & (2 ** tableBits - 1);

/** Escaped slashes hide the keywords of URLs. */
const escapedAddress = [":\\/", "m\\/"];

/** The same object as in the table, for comparison by identity. */
const tokenKeyword: Uint8Array = Buffer.from("token");

function beginnings(words: readonly string[]): Beginnings {
  const slots = new Uint16Array(2 ** tableBits);
  const keywords: Uint8Array[][] = [];
  for (const word of new Set([...words, ...escapedAddress])) {
    const bytes = word === "token" ? tokenKeyword : Buffer.from(word);
    const slot = slotOf(bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0);
    const known = slots[slot] as number;
    if (known > 0) keywords[known - 1]?.push(bytes);
    else slots[slot] = keywords.push([bytes]);
  }
  return { slots, keywords };
}

function hasBeginning(bytes: Uint8Array, start: number, end: number, { slots, keywords }: Beginnings): boolean {
  let first = bytes[start] as number;
  let second = bytes[start + 1] as number;
  for (let at = start + 2; at < end; at++) {
    const third = bytes[at] as number;
    const known = slots[slotOf(first, second, third)] as number;
    if (known > 0 && isAnyAt(keywords[known - 1] as readonly Uint8Array[], bytes, at - 2, end)) return true;
    first = second;
    second = third;
  }
  return false;
}

function isAnyAt(keywords: readonly Uint8Array[], bytes: Uint8Array, from: number, end: number): boolean {
  for (let index = 0; index < keywords.length; index++) {
    const keyword = keywords[index] as Uint8Array;
    let offset = 0;
    while (offset < keyword.length && from + offset < end && lower[bytes[from + offset] as number] === keyword[offset])
      offset++;
    if (offset < keyword.length) continue;
    if (keyword !== tokenKeyword || mayAssign(bytes, from + offset, end)) return true;
  }
  return false;
}

/**
 * Decides whether "token" may name a secret: only if a value follows, unlike in the token counts of every
 * span. The one rule with this word requires `=`, `:` or a comma after the name and 16 characters of a value;
 * an escape, or a longer gap than the rule allows, counts as a possible match.
 */
function mayAssign(bytes: Uint8Array, from: number, end: number): boolean {
  const far = Math.min(end, from + 64);
  let at = from;
  while (at < far && isWord(bytes[at] as number)) at++;
  while (at < far && isClosing(bytes[at] as number)) at++;
  if (at === end) return false;
  if (at === far || isUnjudged(bytes[at] as number)) return true;
  return isAssigning(bytes[at] as number) && mayHoldValue(bytes, at, { far, end });
}

/** Returns whether a value, or something that cannot be decided here, follows the operator at `from`. */
function mayHoldValue(bytes: Uint8Array, from: number, { far, end }: { far: number; end: number }): boolean {
  let at = from;
  // An equals sign may also be the first character of the value.
  let valueAt = from;
  for (; at < far && (isAssigning(bytes[at] as number) || isOpening(bytes[at] as number)); at++)
    if (bytes[at] !== equals) valueAt = at + 1;
  if (at < end && isUnjudged(bytes[at] as number)) return true;
  while (at < far && at < valueAt + 16 && isOfValue(bytes[at] as number)) at++;
  return at >= valueAt + 16 || (at < end && (at === far || isUnjudged(bytes[at] as number)));
}

/** A backslash, or a byte of a non-ASCII character, some of which are spaces. */
const isUnjudged = (byte: number) => byte === 0x5c || byte >= 0x80;
const equals = 0x3d;
const classOf = (pattern: RegExp) => {
  const members = Uint8Array.from({ length: 256 }, (_, byte) => (pattern.test(String.fromCharCode(byte)) ? 1 : 0));
  return (byte: number) => members[byte] === 1;
};
const isWord = classOf(/[\w.-]/);
const isClosing = classOf(/["'`\]\s]/);
const isAssigning = classOf(/[=:,>]/);
const isOpening = classOf(/["'`\s(]/);
const isOfValue = classOf(/[\w.=+/-]/);

/** Finds runs of 22 token or Base64 characters by testing every 22nd byte. */
function hasTokenRun(bytes: Uint8Array, start: number, end: number): boolean {
  const length = 22;
  let at = start + length - 1;
  while (at < end) {
    let begin = at;
    while (begin > at - length && token[bytes[begin] as number] === 1) begin--;
    if (begin === at - length) return true;
    at = begin + length;
  }
  return false;
}

/** Finds an @, seven digits, a colon, or an escape that could be any of them. */
function hasPersonalSign(bytes: Uint8Array, start: number, end: number): boolean {
  let digits = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x40 || (byte === 0x5c && bytes[at + 1] === 0x75)) return true;
    if (byte >= 0x30 && byte <= 0x39 && ++digits === 4) return true;
  }
  return false;
}

const lower = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte));
const token = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9_=~%+/-]/.test(String.fromCharCode(byte)) && byte < 128 ? 1 : 0,
);
