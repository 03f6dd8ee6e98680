import { dateText, dayAndHourText, isSameDay, momentText, secondText } from "./time/zone.ts";

const seconds = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

/** Returns "3 min ago" for a time in ISO 8601. */
function ago(iso: string, now = Date.now()): string {
  const passed = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  for (const [unit, size] of seconds) if (passed >= size) return `${Math.floor(passed / size)} ${unit} ago`;
  return passed < 5 ? "now" : `${passed} s ago`;
}

export function durationText(ms: number): string {
  if (ms === 0) return "0 ms";
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

/** Formats US dollars with two significant digits, never in exponents. */
export function costText(usd: number): string {
  if (usd === 0) return "$0";
  const digits = usd >= 1 ? 2 : Math.min(9, 1 - Math.floor(Math.log10(usd)));
  return `$${usd.toFixed(digits)}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Returns `12.5 %` for a share from 0 to 1. */
export const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const countText = (count: number): string => count.toLocaleString("en-US");

/** Returns "6 hours" for a duration: in the largest unit with a value of at least two. */
export function spanText(ms: number): string {
  const [word, size] = spans.find(([, size]) => ms >= 2 * size) ?? ["second", 1000];
  return countOf(Math.round(ms / size), word);
}

const spans = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

export const countOf = (count: number, of: string): string => `${countText(count)} ${of}${count === 1 ? "" : "s"}`;

export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id);

export const sentence = (words: string): string => {
  const spaced = words.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Capitalizes a sentence from the service, unless it starts with an identifier. */
export const capitalizeFirst = (text: string): string =>
  /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

export const Time = ({ at, clock = false }: { at: string; clock?: boolean }) => (
  <time dateTime={at} title={momentText(at)}>
    {clock ? clockText(at) : ago(at)}
  </time>
);

const clockText = (at: string) => (isSameDay(at, Date.now()) ? secondText(at) : dayAndHourText(at));

export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={momentText(at)}>
    {dateText(at)}
  </time>
);
