import { isIP } from "node:net";
import { ibanLengths, ibanRemainder, passesLuhn } from "../crypto/check-digits.ts";

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

interface Text {
  readonly text: string;
}

/** Finders of personal data with a strict format. Each is linear in the text. */

export function emailsIn({ text }: Text): readonly Found[] {
  if (!text.includes("@")) return [];
  const pattern =
    /(?<![\w.%+-])(?=[^\s@]{1,64}@)[\p{L}\p{N}_%+-](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_%+-])?@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}(?:[\p{L}]{2,24}|xn--[a-z0-9-]{2,40})(?![\p{L}\p{N}_-])/gu;
  return matches(text, pattern).filter(
    ({ value }) => !value.includes("..") && !/\.(?:png|jpe?g|gif|svg|webp|js|css)$/i.test(value),
  );
}

export function cardsIn({ text }: Text): readonly Found[] {
  const runs = matches(text, /(?<![\w.-])\d(?:[ -]?\d){11,18}(?![\w-]|\.\d)/g);
  return runs.filter(({ value }) => isCard(value.replaceAll(/\D/g, "")));
}

export function ibansIn({ text }: Text): readonly Found[] {
  return matches(text, /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,32}/gi).flatMap(({ start, value }) => {
    const compact = value.replaceAll(/[ -]/g, "").toUpperCase();
    const length = ibanLengths[compact.slice(0, 2)];
    const iban = compact.slice(0, length ?? 0);
    if (length === undefined || compact.length < length || ibanRemainder(iban) !== 1) return [];
    const end = start + lengthWith(value, length);
    return /[A-Za-z0-9]/.test(text.slice(end, end + 1)) ? [] : [{ start, end, value: iban }];
  });
}

export function socialSecurityNumbersIn({ text }: Text, requireContextForPlain: boolean): readonly Found[] {
  return matches(text, /(?<![\w.-])(?:\d{3}([- .])\d{2}\1\d{4}|\d{9})(?![\w-]|\.\d)/g).filter(({ value, start }) => {
    const digits = value.replaceAll(/\D/g, "");
    if (!isSocialSecurityNumber(digits)) return false;
    return (
      value.length > 9 ||
      !requireContextForPlain ||
      /\b(?:ssn|social security|itin|taxpayer|tax id)\b/i.test(surroundingText(text, start, 50))
    );
  });
}

export function addressesIn({ text }: Text, includePrivate: boolean): readonly Found[] {
  const found: Found[] = [];
  if (/\d\.\d/.test(text)) found.push(...matches(text, /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/g));
  if (text.includes(":"))
    found.push(
      ...matches(
        text,
        /(?<![\w.]|(?<!\b(?:ip|ipv6|addr|address|inet6|host)):)(?=[0-9a-f:.]*:[0-9a-f:.]*:)[0-9a-f:.]{2,45}(?:%\w+)?(?![\w:])/gi,
      ),
    );
  return found
    .map(({ start, value }) => ({ start, value: value.replace(/[.:]$/, (end) => (value.endsWith("::") ? end : "")) }))
    .filter(({ value, start }) => {
      if (isIP(value) === 0 || !(/\d|(?::.*){3}/.test(value) || isNamedUnspecified(text, start))) return false;
      if (
        /\b(?:version|release|ver|v|chapter|section|clause|article|§)\.?\s*$/i.test(
          text.slice(Math.max(0, start - 12), start),
        )
      )
        return false;
      return includePrivate || !isPrivate(value.toLowerCase());
    })
    .map(({ start, value }) => ({ start, value, end: start + value.length }));
}

/**
 * `::` is an address (RFC 4291) if the context indicates one; otherwise it is punctuation of a programming
 * language.
 */
const isNamedUnspecified = (text: string, at: number) =>
  /^::\/\d/.test(text.slice(at, at + 4)) ||
  /\b(?:ip|ipv6|inet6|addr(?:ess)?|unspecified|listen|bind|host)\W{1,3}(?:is )?$/i.test(
    text.slice(Math.max(0, at - 20), at),
  );

export function birthDatesIn({ text }: Text): readonly Found[] {
  if (
    !/born|birth|\bdob\b|gebor|n[ée]e?\b|naissance|nacimiento|nacid|nascimento|nascit|geburt|födel|fødsel|urodz|рожд|生|születés|doğum/iu.test(
      text,
    )
  )
    return [];
  const date =
    /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}|(?:19|20)\d{2}年\d{1,2}月\d{1,2}日|\d{1,2}\.? (?:de )?\p{L}{3,10}\.?,? (?:de )?(?:19|20)\d{2}|\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d{2})(?!\d)/gu;
  const words =
    /\b(?:born|birth(?:day|date)?|d\.?o\.?b|geboren|geburtsdatum|née?|naissance|nacimiento|nacid[oa]|nascimento|nascid[oa]|nat[oa] il|nascita|född|født|fødselsdato|urodz\p{L}*|doğum)(?!\p{L})|родил|рождения|生年月日|出生|születés/iu;
  return matches(text, date).filter(
    ({ start, end, value }) => isDay(value) && words.test(text.slice(Math.max(0, start - 30), end + 30)),
  );
}

export function loginsIn({ text }: Text): readonly Found[] {
  const found: Found[] = [];
  const pattern =
    /(?:\b(?:password|passwd|pwd|passcode|passwort|kennwort|contrase[ñn]a|mot de passe|senha|wachtwoord|пароль|пин|pin(?: code)?)|密码|パスワード)\s?(?:is|ist|es|est)?\s?[:=]\s?["'`]?(?<value>[^\s"'`<>{}[\],;]{4,64})/giu;
  for (const match of text.matchAll(pattern)) {
    const value = match.groups?.["value"] ?? "";
    const start = match.index + match[0].lastIndexOf(value);
    if (isPasswordLike(value)) found.push({ start, end: start + value.length, value });
  }
  for (const match of text.matchAll(/\b[a-z][a-z0-9+]{1,15}:\/\/[^\s:@/"'<>]{1,100}:(?<value>[^\s@/"'<>]{3,200})@/gi)) {
    const value = match.groups?.["value"] ?? "";
    const start = match.index + match[0].length - value.length - 1;
    if (isPasswordLike(value)) found.push({ start, end: start + value.length, value });
  }
  return found;
}

function matches(text: string, pattern: RegExp): readonly Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push({ start: match.index, end: match.index + match[0].length, value: match[0] });
    if (found.length === 200) break;
  }
  return found;
}

/** A number of an issuer's range and length with its Luhn digit. */
export function isCard(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits) || !passesLuhn(digits)) return false;
  return cardRanges.test(digits);
}

const cardRanges = new RegExp(
  `^(?:${[
    "4(?:\\d{12}|\\d{15}|\\d{18})", // Visa
    "5[1-5]\\d{14}|2(?:22[1-9]|2[3-9]\\d|[3-6]\\d\\d|7[01]\\d|720)\\d{12}", // Mastercard
    "3[47]\\d{13}", // American Express
    "6(?:011|4[4-9]\\d|5\\d\\d)\\d{12,15}", // Discover
    "3(?:0[0-5]|[689]\\d)\\d{11,16}", // Diners Club
    "35\\d{14}|(?:2131|1800)\\d{11}", // JCB
    "62\\d{14,17}", // UnionPay
    "(?:50[0-9]{2}|5[678]\\d\\d|6304|6390|67\\d\\d|0604)\\d{8,15}", // Maestro, Dankort
  ].join("|")})$`,
);

/** Areas and groups by the Social Security Administration; 9xx are ITINs with the groups of the IRS. Known void numbers. */
function isSocialSecurityNumber(digits: string): boolean {
  const [area, group, serial] = [digits.slice(0, 3), Number(digits.slice(3, 5)), digits.slice(5)];
  if (["078051120", "219099999", "123456789", "987654321"].includes(digits) || /^(\d)\1+$/.test(digits)) return false;
  if (area.startsWith("9"))
    return (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group <= 92) || group >= 94;
  return area !== "000" && area !== "666" && group !== 0 && serial !== "0000";
}

/** Private, loopback, link-local, documentation and unspecified ranges (RFC 1918, 5737, 6890, 3849, 4193). */
function isPrivate(address: string): boolean {
  return /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|255\.|22[4-9]\.|23\d\.)|^(?:::1?$|fe[89ab]|f[cd]|2001:0?db8)/.test(
    address,
  );
}

function isDay(value: string): boolean {
  const parts = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(value);
  if (!parts) return true;
  const [a, b, c] = parts.slice(1).map(Number);
  const [first, second] = (a ?? 0) > 31 ? [b ?? 0, c ?? 0] : [a ?? 0, b ?? 0];
  return first >= 1 && second >= 1 && first <= 31 && second <= 31 && Math.min(first, second) <= 12;
}

function isPasswordLike(value: string): boolean {
  return !/^(?:password|passwd|your\w*|xxx+|\*+|\.+|-+|_+|none|null|undefined|string|true|false|required|optional|\$.*|%.*|<.*|changeme|example.*|redacted.*|process\.env.*|os\.\w+.*|get\w*\(.*|prompt.*|input.*)$/i.test(
    value,
  );
}

function surroundingText(text: string, at: number, reach: number): string {
  return text.slice(Math.max(0, at - reach), at + reach);
}

/** Returns the number of characters of `value` up to its `count`-th letter or digit. */
function lengthWith(value: string, count: number): number {
  let seen = 0;
  let at = 0;
  while (at < value.length && seen < count) if (/[A-Za-z0-9]/.test(value[at++] ?? "")) seen++;
  return at;
}
