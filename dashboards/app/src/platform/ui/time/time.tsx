import { ago } from "../format.ts";
import { dateText, dayAndHourText, isSameDay, momentText, secondText } from "./zone.ts";

/** A point in time: short to read, exact on pointing at it. */
export function Time({ at, clock = false }: { at: string; clock?: boolean }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {clock ? clockText(at) : ago(at)}
    </time>
  );
}

/** Time of day today, with the date before. */
const clockText = (at: string) => (isSameDay(at, Date.now()) ? secondText(at) : dayAndHourText(at));

/** The day alone, where the hour does not matter. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {dateText(at)}
    </time>
  );
}
