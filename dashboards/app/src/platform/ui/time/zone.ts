import { preferences, usePreference } from "../../../app/shell/preferences.ts";

/** The zone that times are shown and understood in: the browser's, or UTC for whoever compares with logs. */
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

/** Kept: to make one takes longer than to draw a row. */
const formats = new Map<string, Intl.DateTimeFormat>();

function textOf(at: At, style: keyof typeof styles): string {
  const timeZone = isUtc() ? "UTC" : undefined;
  const key = `${style} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...styles[style], timeZone });
  formats.set(key, format);
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "Invalid date" : format.format(date);
}

/** A moment to the second, with its zone: what a short time says when it is pointed at. */
export const momentText = (at: At): string => textOf(at, "moment");

/** `21 Nov 14:05`. */
export const dayAndHourText = (at: At): string => textOf(at, "dayAndHour");

/** `21 Nov`. */
export const dayText = (at: At): string => textOf(at, "day");

/** `21 Nov 2026`. */
export const dateText = (at: At): string => textOf(at, "date");

/** `14:05`. */
export const hourText = (at: At): string => textOf(at, "hour");

/** `14:05:09`. */
export const secondText = (at: At): string => textOf(at, "second");

export const isSameDay = (one: At, other: At): boolean => dateText(one) === dateText(other);

/** The browser's. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const zoneName = (): string => (isUtc() ? "UTC" : localZone());

/** The zone at a moment as it stands behind a time: `UTC`, `GMT+2`. */
export const zoneOf = (at: At): string => textOf(at, "zone").split(", ").at(-1) ?? "";

/** Draws the page anew where another zone is chosen on it. */
export const useZone = (): string => usePreference("zone");

/** A moment as the calendar's input writes it. */
export function calendarText(at: number): string {
  const offsetMs = isUtc() ? 0 : new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}

/** What the calendar's input says; not a number where it says nothing. */
export const calendarTime = (text: string): number => Date.parse(isUtc() && text !== "" ? `${text}Z` : text);

/** The beginning of the day that a moment lies in. */
export const midnightOf = (at: number): number =>
  isUtc() ? new Date(at).setUTCHours(0, 0, 0, 0) : new Date(at).setHours(0, 0, 0, 0);
