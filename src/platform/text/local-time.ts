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

/** The next time, after `at` (Unix milliseconds), that the clocks of the zone show `HH:MM`. */
export function nextClockTime(at: number, clock: string, timeZone: string): number {
  const target = minutesOf(clock);
  const ahead = (target - minuteOfDay(at, timeZone) + dayMinutes) % dayMinutes || dayMinutes;
  const found = Math.floor(at / minuteMs) * minuteMs + ahead * minuteMs;
  // Clocks that were put forward or back in between are off by as much.
  const off = target - minuteOfDay(found, timeZone);
  const nearest = off > dayMinutes / 2 ? off - dayMinutes : off < -dayMinutes / 2 ? off + dayMinutes : off;
  const corrected = found + nearest * minuteMs;
  return corrected > at ? corrected : found;
}

/** Whether the clocks of the zone stand between the two, the first included; the span may pass midnight. */
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
