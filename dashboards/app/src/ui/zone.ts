import { preferences } from "../shell/preferences.ts";

/** The zone that times are shown and understood in: the browser's, or UTC for whoever compares with logs. */
const isUtc = (): boolean => preferences.get("zone") === "UTC";
const zoned = () => (isUtc() ? ({ timeZone: "UTC" } as const) : {});

type At = string | number | Date;

/** A moment to the second, with its zone: what a short time says when it is pointed at. */
export const momentText = (at: At): string =>
  new Date(at).toLocaleString("en-GB", { ...zoned(), dateStyle: "medium", timeStyle: "long" });

/** `21 Nov 14:05`. */
export const dayAndHourText = (at: At): string =>
  new Date(at).toLocaleString("en-GB", {
    ...zoned(),
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });

/** `21 Nov`. */
export const dayText = (at: At): string =>
  new Date(at).toLocaleDateString("en-GB", { ...zoned(), day: "numeric", month: "short" });

/** `21 Nov 2026`. */
export const dateText = (at: At): string =>
  new Date(at).toLocaleDateString("en-GB", { ...zoned(), day: "numeric", month: "short", year: "numeric" });

/** `14:05`. */
export const hourText = (at: At): string =>
  new Date(at).toLocaleTimeString("en-GB", { ...zoned(), hour: "2-digit", minute: "2-digit" });

/** `14:05:09`. */
export const secondText = (at: At): string => new Date(at).toLocaleTimeString("en-GB", { ...zoned(), hour12: false });

export const isSameDay = (one: At, other: At): boolean => dateText(one) === dateText(other);

export const zoneName = (): string => (isUtc() ? "UTC" : Intl.DateTimeFormat().resolvedOptions().timeZone);

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
