import { preferences, usePreference } from "../../../app/shell/preferences.ts";

/** Returns whether times are displayed and parsed in UTC, as in logs, instead of the browser's zone. */
const isUtc = (): boolean => preferences.get("zone") === "UTC";

type At = string | number | Date;

const styles = {
  moment: { dateStyle: "medium", timeStyle: "long" },
  dayAndHour: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "short", year: "numeric" },
  hour: { hour: "2-digit", minute: "2-digit" },
  zone: { timeZoneName: "short" },
  second: { hour: "numeric", minute: "numeric", second: "numeric", hour12: false },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Cached: creating a format takes longer than rendering a row. */
const formats = new Map<string, Intl.DateTimeFormat>();

function textOf(at: At, style: keyof typeof styles): string {
  const timeZone = isUtc() ? "UTC" : undefined;
  const key = `${style} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...styles[style], timeZone });
  formats.set(key, format);
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "Invalid date" : format.format(date);
}

export const momentText = (at: At): string => textOf(at, "moment");

export const dayAndHourText = (at: At): string => textOf(at, "dayAndHour");

export const dayText = (at: At): string => textOf(at, "day");

export const dateText = (at: At): string => textOf(at, "date");

export const hourText = (at: At): string => textOf(at, "hour");

export const secondText = (at: At): string => textOf(at, "second");

export const isSameDay = (one: At, other: At): boolean => dateText(one) === dateText(other);

export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const zoneName = (): string => (isUtc() ? "UTC" : localZone());

/** Returns the zone's offset name at a moment: `UTC`, `GMT+2`. */
export const zoneOf = (at: At): string => textOf(at, "zone").split(", ").at(-1) ?? "";

export const useZone = (): string => usePreference("zone");

export function calendarText(at: number): string {
  const offsetMs = isUtc() ? 0 : new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}

/** Parses the value of a calendar input; NaN if it is empty. */
export const calendarTime = (text: string): number => Date.parse(isUtc() && text !== "" ? `${text}Z` : text);

export const midnightOf = (at: number): number =>
  isUtc() ? new Date(at).setUTCHours(0, 0, 0, 0) : new Date(at).setHours(0, 0, 0, 0);
