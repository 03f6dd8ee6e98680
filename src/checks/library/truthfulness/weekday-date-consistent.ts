import { datesOf, dayNumber, type FoundDate, isRealDay } from "../../../platform/text/dates.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { recalculated } from "./shared-properties.ts";

export const weekdayDateConsistent = defineCheck({
  ...recalculated,
  name: "weekday_date_consistent",
  title: "Weekday fits the date",
  description:
    "Every date with its year that follows a weekday (English, German, French, Spanish, Italian, Portuguese) fell or falls on it.",
  source: "scheduling agents",
  options: z.strictObject({ month_first: z.boolean().default(true) }),
  evaluate: (subject, { month_first: first }) => {
    const output = subject.text("output");
    const pairs = datesOf(output.text, first).flatMap((date) => {
      const name = new RegExp(
        `(?<!\\p{L})(${weekday})\\.?(?:,? (?:the|den|dem|le|el|il|der|dia|día))?,?\\s\\(?$`,
        "iu",
      ).exec(output.text.slice(Math.max(0, date.start - 24), date.start))?.[1];
      return name === undefined || date.year === undefined || !isRealDay(date) ? [] : [{ name, date }];
    });
    if (pairs.length === 0) return skipped("no date follows a weekday");
    const wrong = pairs.find(
      ({ name, date }) =>
        weekdays.findIndex((forms) => new RegExp(`^(?:${forms})$`, "iu").test(name)) !== dayOfWeek(date),
    );
    return property(
      wrong === undefined,
      wrong
        ? `${wrong.date.text} is a ${names[dayOfWeek(wrong.date)]}, not ${wrong.name}`
        : "every weekday fits its date",
      wrong ? [output.evidence(wrong.date.start, wrong.date.end)] : [],
    );
  },
});

const weekdays = [
  "sun(?:day)?|sonntag|so|dimanche|domingo|domenica",
  "mon(?:day)?|montag|mo|lundi|lunes|lunedì|segunda-feira",
  "tue(?:s|sday)?|dienstag|di|mardi|martes|martedì|terça-feira",
  "wed(?:nesday)?|mittwoch|mi|mercredi|miércoles|mercoledì|quarta-feira",
  "thu(?:r|rs|rsday)?|donnerstag|do|jeudi|jueves|giovedì|quinta-feira",
  "fri(?:day)?|freitag|fr|vendredi|viernes|venerdì|sexta-feira",
  "sat(?:urday)?|samstag|sonnabend|sa|samedi|sábado|sabato",
];

const weekday = weekdays.join("|");

const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const dayOfWeek = (date: FoundDate) => (((dayNumber(date) + 4) % 7) + 7) % 7;
