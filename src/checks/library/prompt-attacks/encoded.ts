import { hasRun } from "../../../platform/text/keywords.ts";

/**
 * Returns the readable texts encoded in a text: base64, hex, URL escapes, entities, ROT13, Morse, binary,
 * Unicode tags. At most 8 KB each.
 */
export function decodedTexts(text: string, minLength: number): readonly string[] {
  const found: string[] = [];
  const add = (decoded: string) => {
    if (decoded.length >= 8 && /[a-z]{3}/i.test(decoded) && printableShare(decoded) > 0.9)
      found.push(decoded.slice(0, 8192));
  };
  const runs = (pattern: RegExp) => [...text.matchAll(pattern)].slice(0, 20).map(([run]) => run);
  for (const decoded of base64Texts(text, minLength)) add(decoded);
  for (const run of runs(/(?:[0-9a-f]{2}[ ,:]){8,}[0-9a-f]{2}/gi))
    add(Buffer.from(run.replace(/[ ,:]/g, ""), "hex").toString("utf8"));
  for (const run of runs(/(?:%[0-9a-f]{2}|[\w.+-]){8,}/gi))
    if (/(?:%[0-9a-f]{2}.*){3}/i.test(run)) add(uriDecoded(run));
  for (const run of runs(/(?:&#x?[0-9a-f]{2,6};){6,}/gi)) add(run.replace(/&#(x?)([0-9a-f]+);/gi, entity));
  for (const run of runs(/(?:[01]{8}[ ]?){6,}/g))
    add(run.replace(/[01]{8} ?/g, (bits) => String.fromCodePoint(Number.parseInt(bits, 2))));
  for (const run of runs(/[\u{e0020}-\u{e007e}]{6,}/gu))
    add(run.replace(/./gu, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) - 0xe0000)));
  for (const run of runs(/(?:[.-]{1,5}[ /]+){8,}[.-]{1,5}/g)) add(fromMorse(run));
  for (const run of runs(/(?:\\u\{?[0-9a-f]{2,5}\}?|\\x[0-9a-f]{2}){6,}/gi))
    add(run.replace(/\\[ux]\{?([0-9a-f]+)\}?/gi, hexCode));
  for (const run of runs(/(?:\\[0-7]{2,3}){6,}/g))
    add(run.replace(/\\([0-7]{2,3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8))));
  for (const run of runs(/(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b[ ,;]{1,2}){8,}\d{2,3}/g))
    add(run.replace(/(\d+)[ ,;]*/g, (_, digits: string) => String.fromCodePoint(Number(digits))));
  if (/\b(?:caesar|shift|cipher|rotate)/i.test(text))
    for (let by = 1; by < 26; by++) add(text.slice(0, 2000).replace(/[a-z]/gi, (letter) => rotated(letter, by)));
  if (/\batbash/i.test(text)) add(text.replace(/[a-z]/gi, mirrored));
  if (/rot-?13|vtaber|flfgrz|cebzcg|vafgehpgvba/i.test(text)) add(rot13(text));
  return found;
}

/** Decodes long runs of letters and digits as base64, or as hex where they match. */
export function base64Texts(text: string, minLength: number): readonly string[] {
  // Skips ahead, because most texts have no such run and the pattern reads every character.
  if (!hasRun(text, minLength, base64Characters)) return [];
  const runs = text.match(new RegExp(`[A-Za-z0-9+/_-]{${minLength},}={0,2}`, "g")) ?? [];
  return runs.slice(0, 20).flatMap((run) => {
    if (/^[0-9a-f]+$/i.test(run)) return [Buffer.from(run, "hex").toString("utf8")];
    if (!/[A-Z]/.test(run)) return [];
    return [Buffer.from(run.replaceAll("-", "+").replaceAll("_", "/"), "base64").toString("utf8")];
  });
}

const base64Characters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Shifts every letter by 13. */
export const rot13 = (text: string): string => text.replace(/[a-z]/gi, (letter) => rotated(letter, 13));

function printableShare(text: string): number {
  return (text.match(/[\n\t -~\u00a0-\u024f\u0370-\u1fff\u3000-\u9fff\uac00-\ud7af]/g)?.length ?? 0) / text.length;
}

function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function entity(_whole: string, hex: string, digits: string): string {
  const code = Number.parseInt(digits, hex === "" ? 10 : 16);
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : "";
}

const hexCode = (_whole: string, digits: string) => entity("", "x", digits);

function rotated(letter: string, by: number): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCodePoint((((letter.codePointAt(0) ?? base) - base + by) % 26) + base);
}

function mirrored(letter: string): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCodePoint(2 * base + 25 - (letter.codePointAt(0) ?? base));
}

const morseLetters = new Map(
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
    .split(" ")
    .map((code, index) => [code, String.fromCodePoint(97 + index)]),
);

function fromMorse(run: string): string {
  return run
    .split(/\s*\/\s*|\s{3,}/)
    .map((word) =>
      word
        .split(/\s+/)
        .map((code) => morseLetters.get(code) ?? "")
        .join(""),
    )
    .join(" ");
}
