import { ago } from "../format.ts";
import { dateText, dayAndHourText, isSameDay, momentText, secondText } from "./zone.ts";

/** A short time, with the exact one as its tooltip. */
export function Time({ at, clock = false }: { at: string; clock?: boolean }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {clock ? clockText(at) : ago(at)}
    </time>
  );
}

/** Returns the time of day for today, otherwise with the date. */
const clockText = (at: string) => (isSameDay(at, Date.now()) ? secondText(at) : dayAndHourText(at));

/** A date without time. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {dateText(at)}
    </time>
  );
}
