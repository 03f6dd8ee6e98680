const minuteMs = 60_000;
const dayMinutes = 1440;

/** `HH:MM` on a 24-hour clock. */
export const clockTimePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether this runtime knows the IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns the next time after `at` (Unix milliseconds) when the local time of the zone is `HH:MM`. */
export function nextClockTime(at: number, clock: string, timeZone: string): number {
  const target = minutesOf(clock);
  const ahead = (target - minuteOfDay(at, timeZone) + dayMinutes) % dayMinutes || dayMinutes;
  const found = Math.floor(at / minuteMs) * minuteMs + ahead * minuteMs;
  // A daylight saving change in between shifts the result by that much.
  const off = target - minuteOfDay(found, timeZone);
  const nearest = off > dayMinutes / 2 ? off - dayMinutes : off < -dayMinutes / 2 ? off + dayMinutes : off;
  const corrected = found + nearest * minuteMs;
  return corrected > at ? corrected : found;
}

/** Returns whether the local time of the zone is within the range, start included; the range may pass midnight. */
export function isBetween(at: number, { from, to }: { readonly from: string; readonly to: string }, timeZone: string) {
  const now = minuteOfDay(at, timeZone);
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start <= end ? now >= start && now < end : now >= start || now < end;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return minutesOf(shown.format(at));
}
