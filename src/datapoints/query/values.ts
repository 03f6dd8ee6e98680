import { nearest } from "../../platform/nearest.ts";
import type { Value } from "./ast.ts";
import type { Field, Unit } from "./field.ts";

export type Read = { readonly value: Value } | { readonly message: string; readonly hint?: string };

/** Numbers in application values, as both back ends recognize them. */
export const plainNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Reads a word of an enum field into its canonical spelling. */
export function readEnum(field: Field, text: string): Read {
  const values = field.values ?? {};
  const word = text.toLowerCase();
  const found = Object.keys(values).find((value) => value === word || values[value]?.includes(word));
  if (found !== undefined) return { value: { kind: "word", text: found } };
  const near = nearest(word, Object.keys(values));
  const name = field.sub ? `${field.key}.…` : field.key;
  return {
    message: `“${text}” is not a value of ${name}`,
    hint: near ? `did you mean ${name}:${near}?` : `use one of ${Object.keys(values).join(", ")}`,
  };
}

const units: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  duration: { us: 0.001, µs: 0.001, ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 },
  usd: { "": 1, $: 1, usd: 1, c: 0.01, ct: 0.01 },
  bytes: { "": 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 },
  count: { "": 1, k: 1e3, m: 1e6 },
  plain: { "": 1 },
};

/** Reads a number with its unit, or a range `a..b` of them. */
export function readNumber(unit: Unit, text: string): Read {
  const dots = text.indexOf("..");
  if (dots < 0) {
    const value = amountOf(unit, text);
    return typeof value === "number" ? { value: { kind: "number", value, text } } : value;
  }
  const to = amountOf(unit, text.slice(dots + 2));
  if (typeof to !== "number") return to;
  const first = text.slice(0, dots);
  // `1..2s` is from one second to two: the unit at the end applies to both.
  const bare = /^-?[\d.]+$/.test(first) ? first + (/[a-zµ]+$/i.exec(text)?.[0] ?? "") : first;
  const from = amountOf(unit, bare);
  if (typeof from !== "number") return from;
  if (from > to) return { message: `the range ${text} runs backwards`, hint: "write the smaller number first" };
  return { value: { kind: "range", from, to, text } };
}

function amountOf(unit: Unit, text: string): number | { readonly message: string; readonly hint?: string } {
  const known = units[unit];
  const match = /^(\$?)(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)([a-zµ$]*)$/i.exec(text);
  const number = Number(match?.[2]);
  if (!match || !Number.isFinite(number) || (match[1] !== "" && unit !== "usd"))
    return { message: text === "" ? "a number is missing" : `“${text}” is not a number`, hint: exampleOf(unit) };
  const written = (match[3] ?? "").toLowerCase();
  const factor = known[written];
  if (factor !== undefined) return number * factor;
  if (written === "" && number === 0) return 0;
  const names = Object.keys(known).filter((name) => name !== "");
  if (written === "") return { message: `${text} needs a unit`, hint: `write ${text}s or ${text}ms` };
  return {
    message: `“${match[3]}” is not a unit here`,
    hint: names.length > 0 ? `use one of ${names.join(", ")}` : "write the number alone",
  };
}

function exampleOf(unit: Unit): string {
  const examples = { duration: "2s or 350ms", usd: "$0.01", bytes: "64kb", count: "1500 or 2k", plain: "0.5" };
  return `write for example ${examples[unit]}`;
}

const ago: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const isoTime = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/i;

/** Reads an instant, a date, a time relative to now, or a range of them. */
export function readTime(text: string, now: number): Read {
  const dots = text.indexOf("..");
  const first = spanOf(dots < 0 ? text : text.slice(0, dots), now);
  const last = dots < 0 ? first : spanOf(text.slice(dots + 2), now);
  if (!first || !last)
    return {
      message: `“${text}” is not a time`,
      hint: "write for example 2026-06-01, 2026-06-01T10:00:00Z, now-1h or a range of two of them",
    };
  if (first.at >= last.until)
    return { message: `the range ${text} runs backwards`, hint: "write the earlier time first" };
  return { value: { kind: "time", at: first.at, until: last.until, text } };
}

function spanOf(text: string, now: number): { readonly at: number; readonly until: number } | undefined {
  const relative = /^now(?:([+-])(\d{1,6})([smhdw]))?$/i.exec(text);
  if (relative) {
    const distance = Number(relative[2] ?? 0) * (ago[(relative[3] ?? "s").toLowerCase()] ?? 0);
    const at = relative[1] === "+" ? now + distance : now - distance;
    return { at, until: at + 1 };
  }
  const iso = isoTime.exec(text);
  if (!iso) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = iso;
  const zoned = `${year}-${month}-${day}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}${fraction ?? ""}${zone ?? "Z"}`;
  const at = Date.parse(zoned.toUpperCase());
  if (Number.isNaN(at) || !existsOnCalendar(Number(year), Number(month), Number(day))) return undefined;
  const width = hour === undefined ? 86_400_000 : second === undefined ? 60_000 : fraction === undefined ? 1000 : 1;
  return { at, until: at + width };
}

/** `Date.parse` reads 30 February as a day in March. */
function existsOnCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
