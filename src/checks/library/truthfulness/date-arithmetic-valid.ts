import { datesOf, dayNumber, type FoundDate, isRealDay } from "../../../platform/text/dates.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { recalculated } from "./shared-properties.ts";

export const dateArithmeticValid = defineCheck({
  ...recalculated,
  name: "date_arithmetic_valid",
  title: "Dates exist and ranges run forward",
  description:
    "The calendar has every day that the answer names, and in “from … to …”, “between … and …” and “check-in … check-out …” the second is not before the first.",
  source: "booking agents",
  options: z.strictObject({ month_first: z.boolean().default(true) }),
  evaluate: (subject, { month_first: first }) => {
    const output = subject.text("output");
    const dates = datesOf(output.outsideCode, first);
    if (dates.length === 0) return skipped("the answer names no date");
    const evidenceOf = ({ text }: FoundDate) => {
      const at = output.text.indexOf(text);
      return at === -1 ? [] : [output.evidence(at, at + text.length)];
    };
    const impossible = dates.find((date) => !isRealDay(date));
    if (impossible) return property(false, `there is no ${impossible.text}`, evidenceOf(impossible));
    const backward = dates.find((date, at) => {
      const before = dates[at - 1];
      if (!before || (before.year === undefined) !== (date.year === undefined)) return false;
      return (
        date.year !== undefined && isRange(output.outsideCode, before, date) && dayNumber(date) < dayNumber(before)
      );
    });
    return property(
      !backward,
      backward ? `${backward.text} is before what it ends` : `${dates.length} dates exist`,
      backward ? evidenceOf(backward) : [],
    );
  },
});

/** Returns whether the words before and between two dates make them the ends of a range. */
function isRange(text: string, one: FoundDate, other: FoundDate): boolean {
  const between = text.slice(one.end, other.start);
  const before = text.slice(Math.max(0, one.start - 30), one.start);
  if (
    /^\s*(?:–|—|-|to|until|till|through|bis(?: zum)?|au|jusqu'au|al|hasta(?: el)?|fino al|até|t\/m)\s*$/i.test(between)
  )
    return true;
  if (/^\s*(?:and|und|et|y|e)\s*$/i.test(between)) return /\b(?:between|zwischen|entre|tra)\s*$/i.test(before);
  return (
    /check-?in|arriv|anreise|depart.{0,3}from/i.test(before) &&
    /check-?out|leav|abreise|return/i.test(between) &&
    between.length < 60
  );
}
