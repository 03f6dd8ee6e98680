import { z } from "zod";
import { datesOf, dayNumber, type FoundDate, isRealDay } from "../../../platform/text/dates.ts";
import { numbersOf, readNumber } from "../../../platform/text/numbers.ts";
import { defineCheck, passesWhenTrue, scored, usually } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";

/** Checks of dates, shares and measures that can be recalculated. */
const common = { ...usually, category: "Truthfulness", severity: "minor", tier: 3 } as const;

const monthFirst = z.boolean().default(true);

export const weekdayDateConsistent = defineCheck({
  ...common,
  name: "weekday_date_consistent",
  title: "Weekday fits the date",
  description:
    "Every date with its year that follows a weekday (English, German, French, Spanish, Italian, Portuguese) fell or falls on it.",
  output: passesWhenTrue,
  source: "scheduling agents",
  options: z.strictObject({ month_first: monthFirst }),
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

export const dateArithmeticValid = defineCheck({
  ...common,
  name: "date_arithmetic_valid",
  title: "Dates exist and ranges run forward",
  description:
    "The calendar has every day that the answer names, and in “from … to …”, “between … and …” and “check-in … check-out …” the second is not before the first.",
  output: passesWhenTrue,
  source: "booking agents",
  options: z.strictObject({ month_first: monthFirst }),
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

export const percentagesSumTo100 = defineCheck({
  ...common,
  name: "percentages_sum_to_100",
  title: "Percent breakdown sums to 100",
  description:
    "Where three and more lines of a list or table each give one percentage and the text speaks of a total, a share, a breakdown or a split, they sum to 100.",
  output: passesWhenTrue,
  source: "data-to-text QA",
  options: z.strictObject({ tolerance: z.number().nonnegative().default(1.5) }),
  evaluate: (subject, { tolerance }) => {
    const { outsideCode, lower } = subject.text("output");
    if (
      !/\b(?:total|share|breakdown|split|distribution|divided|consists?|made up|anteile?|verteilung|aufteilung|gesamt|répartition|parts?|reparto|desglose|ripartizione|composición)\b/u.test(
        lower,
      )
    )
      return skipped("the answer speaks of no breakdown");
    const shares = outsideCode.split("\n").flatMap((line) => {
      const found =
        /^\s*(?:[-*+•]|\d{1,2}[.)]|\|)/.test(line) && !/\b(?:total|sum|gesamt|summe)\b/i.test(line)
          ? [...line.matchAll(/(\d+(?:[.,]\d+)?)\s?%/g)]
          : [];
      return found.length === 1 ? [readNumber(found[0]?.[1] ?? "")?.value ?? 0] : [];
    });
    if (shares.length < 3) return skipped("there are fewer than three lines with one percentage each");
    const sum = shares.reduce((total, each) => total + each, 0);
    return property(Math.abs(sum - 100) <= tolerance, `${shares.length} shares sum to ${Number(sum.toFixed(2))} %`);
  },
});

export const unitConversionCorrect = defineCheck({
  ...common,
  name: "unit_conversion_correct",
  title: "Stated unit conversions are right",
  description:
    "Share of the pairs such as “5 km (3.1 miles)” or “20 °C = 68 °F” that are right, within the digits shown and `rel_tol`: lengths, weights, volumes, areas, speeds, temperatures.",
  output: scored("0..1; pass ≥ 1"),
  source: "data-to-text QA; NIST SP 811",
  options: z.strictObject({ rel_tol: z.number().nonnegative().default(0.02) }),
  evaluate: (subject, { rel_tol: tolerance }) => {
    const output = subject.text("output");
    const pairs = [...output.text.matchAll(pairPattern)].slice(0, 100).flatMap((match) => {
      const [whole, one = "", from = "", other = "", to = ""] = match;
      const [left, right] = [unitOf(from), unitOf(to)];
      const [a, b] = [numbersOf(one)[0], numbersOf(other)[0]];
      return left && right && a && b && left !== right && left.of === right.of
        ? [
            {
              whole,
              at: match.index,
              actual: (a.value * left.factor + left.offset - right.offset) / right.factor,
              claimed: b.value,
              decimals: b.decimals,
            },
          ]
        : [];
    });
    if (pairs.length === 0) return skipped("the answer converts nothing");
    const wrong = pairs.filter(
      ({ actual, claimed, decimals }) =>
        Math.abs(actual - claimed) > Math.max(0.5000001 * 10 ** -decimals, tolerance * Math.abs(actual)),
    );
    const outcome = within(
      1 - wrong.length / pairs.length,
      { min: 1 },
      "share of right conversions",
      wrong.slice(0, 10).map(({ whole, at }) => output.evidence(at, at + whole.length)),
    );
    const [first] = wrong;
    return outcome.kind === "failed" && first
      ? { ...outcome, explanation: `“${first.whole}”, but it is ${Number(first.actual.toPrecision(4))}` }
      : outcome;
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

interface Unit {
  readonly of: string;
  readonly factor: number;
  readonly offset: number;
  readonly pattern: RegExp;
}

const unit = (of: string, factor: number, forms: string, offset = 0): Unit => ({
  of,
  factor,
  offset,
  pattern: new RegExp(`^(?:${forms})$`, "i"),
});
const forms = {
  length: [
    ["0.001", "mm|millimet(?:er|re)s?"],
    ["0.01", "cm|centimet(?:er|re)s?"],
    ["1", "m|met(?:er|re)s?"],
    ["1000", "km|kilomet(?:er|re)s?"],
    ["0.0254", "in|inch(?:es)?"],
    ["0.3048", "ft|feet|foot"],
    ["0.9144", "yd|yards?"],
    ["1609.344", "mi|miles?|meilen"],
  ],
  mass: [
    ["0.001", "g|grams?|gramm"],
    ["1", "kg|kilograms?|kilogramm"],
    ["0.028349523125", "oz|ounces?"],
    ["0.45359237", "lbs?|pounds?"],
  ],
  volume: [
    ["0.001", "ml|millilit(?:er|re)s?"],
    ["1", "l|lit(?:er|re)s?"],
    ["3.785411784", "gal|gallons?"],
    ["0.473176473", "pints?"],
  ],
  area: [
    ["1", "m²|square met(?:er|re)s?"],
    ["0.09290304", "ft²|sq ft|square f(?:ee|oo)t"],
    ["10000", "ha|hectares?"],
    ["4046.8564224", "acres?"],
    ["1000000", "km²|square kilomet(?:er|re)s?"],
    ["2589988.110336", "square miles?"],
  ],
  speed: [
    ["1", "km\\/h|kph|kmh"],
    ["1.609344", "mph"],
    ["3.6", "m\\/s"],
    ["1.852", "knots?"],
  ],
} as const;
const units: readonly Unit[] = [
  ...Object.entries(forms).flatMap(([of, list]) => list.map(([factor, names]) => unit(of, Number(factor), names))),
  unit("temperature", 1, "°\\s?C|degrees? celsius|celsius"),
  unit("temperature", 5 / 9, "°\\s?F|degrees? fahrenheit|fahrenheit", -160 / 9),
  unit("temperature", 1, "K|kelvin", -273.15),
];
const unitOf = (name: string) => units.find(({ pattern }) => pattern.test(name.trim()));
const anyUnit = units
  .map(({ pattern }) => pattern.source.slice(4, -2))
  .sort((one, other) => other.length - one.length)
  .join("|");
const amount = "[-−]?\\d[\\d.,]{0,14}";
const pairPattern = new RegExp(
  `(?<![\\d.,])(${amount})\\s?-?(${anyUnit})\\s?(?:\\(|=|≈|is(?: about)?|equals|or(?: about)?|entspricht)\\s?(?:about |approximately |approx\\.? |roughly |ca\\. |≈ ?|~ ?)?(${amount})\\s?(${anyUnit})(?![\\p{L}\\d/²])`,
  "giu",
);
