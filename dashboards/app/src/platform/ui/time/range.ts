import { calendarTime, midnightOf } from "./zone.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const ranges = {
  "5m": { label: "Last 5 minutes", ms: 5 * minuteMs },
  "15m": { label: "Last 15 minutes", ms: 15 * minuteMs },
  "1h": { label: "Last hour", ms: hourMs },
  "6h": { label: "Last 6 hours", ms: 6 * hourMs },
  "24h": { label: "Last 24 hours", ms: 24 * hourMs },
  "7d": { label: "Last 7 days", ms: 7 * dayMs },
  "30d": { label: "Last 30 days", ms: 30 * dayMs },
} as const;

export const usualRange = "24h";

const unitMs = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs } as const;
const longestMs = 400 * dayMs;

/**
 * Parses `range=` of the address for the API: a duration ending now (`90m`, `3h`, `14d`), or `from,to` in
 * ISO 8601. Anything else means the default range.
 */
export function rangeOf(text: string, now: number): { readonly from: number; readonly to?: number } {
  return absoluteOf(text) ?? { from: now - (lengthOf(text) ?? ranges[usualRange].ms) };
}

/** Returns the bound of a list by time that starts at a moment: the end of its minute, and everything before it. */
export function boundOf(
  order: string | undefined,
  at: string | undefined,
): { readonly from?: number; readonly to?: number } {
  const moment = Date.parse(at ?? "");
  if (Number.isNaN(moment)) return {};
  if (order === "oldest") return { from: moment };
  return order === undefined || order === "newest" ? { to: moment + minuteMs } : {};
}

/** Returns the range if it contains the moment, otherwise one of the same length around it. */
export function rangeWith(range: string, at: number, now: number): string {
  const { from, to = now } = rangeOf(range, now);
  const half = (to - from) / 2;
  return from <= at && at <= to ? range : absoluteRange(at - half, Math.min(now, at + half));
}

export function absoluteOf(text: string): { readonly from: number; readonly to: number } | undefined {
  const [from = Number.NaN, to = Number.NaN] = text.split(",").map((time) => Date.parse(time));
  return from < to ? { from, to } : undefined;
}

/** Parses a duration of the address, in milliseconds. */
export function lengthOf(text: string): number | undefined {
  const [, count = "", unit = ""] = /^(\d{1,4})([mhdw])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit as keyof typeof unitMs] ?? 0);
  return ms > 0 && ms <= longestMs ? ms : undefined;
}

export const absoluteRange = (from: number, to: number): string =>
  `${new Date(from).toISOString()},${new Date(to).toISOString()}`;

/** Parses typed text: "last 3 hours", "45 min", "yesterday", "2026-06-01", "2026-06-01 10:00 to 11:30". */
export function rangeTyped(typed: string, now: number): string | undefined {
  const text = typed.trim().toLowerCase();
  const [, count = "1", word = ""] = /^(?:last\s+)?(\d{1,4})?\s*([a-z]+)$/.exec(text) ?? [];
  const unit = /^(m|min|minutes?)$/.test(word)
    ? "m"
    : /^(h|hours?)$/.test(word)
      ? "h"
      : /^(d|days?)$/.test(word)
        ? "d"
        : /^(w|weeks?)$/.test(word)
          ? "w"
          : undefined;
  if (unit) return lengthOf(`${count}${unit}`) === undefined ? undefined : `${count}${unit}`;
  const midnight = midnightOf(now);
  if (text === "today") return absoluteRange(midnight, now);
  // Noon of the day before stays in that day, even if daylight saving time makes the night an hour longer.
  if (text === "yesterday") return absoluteRange(midnightOf(midnight - dayMs / 2), midnight);
  return between(text, now);
}

function between(text: string, now: number): string | undefined {
  const [first = "", second] = text.split(/\s+(?:to|until|-|–)\s+/);
  const from = instant(first);
  if (from === undefined) return undefined;
  if (second === undefined) {
    return /^\d{4}-\d\d-\d\d$/.test(first)
      ? absoluteRange(from, Math.min(from + dayMs, now))
      : absoluteRange(from, now);
  }
  const to = second === "now" ? now : (instant(second) ?? instant(`${first.slice(0, 10)} ${second}`));
  return to !== undefined && from < to ? absoluteRange(from, to) : undefined;
}

/** Parses a time. Without a zone it is in the displayed zone; a date means midnight there. */
function instant(text: string): number | undefined {
  const [, day, hour = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[ t](\d\d:\d\d(?::\d\d)?))?$/i.exec(text) ?? [];
  const at = day === undefined ? Date.parse(text) : calendarTime(`${day}T${hour}`);
  return Number.isNaN(at) ? undefined : at;
}
