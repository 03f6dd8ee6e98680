import { numbersOf } from "../../../platform/text/numbers.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { recalculated } from "./shared-properties.ts";

export const unitConversionCorrect = defineCheck({
  ...recalculated,
  name: "unit_conversion_correct",
  title: "Stated unit conversions are right",
  description:
    "Share of the pairs such as “5 km (3.1 miles)” or “20 °C = 68 °F” that are right, within the digits shown and `rel_tol`: lengths, weights, volumes, areas, speeds, temperatures.",
  output: scored("0..1; pass ≥ 1", "higher"),
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
