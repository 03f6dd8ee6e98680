import { numbersOf, readNumber } from "../../../../platform/text/numbers.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { answerOrValue } from "../answer-json.ts";
import { format } from "../shared-properties.ts";

export const numberInRange = defineCheck({
  ...format,
  name: "number_in_range",
  title: "Number in range",
  description:
    "The answer, the value at a path of its JSON, or the only number in it is a number between `min` and `max`.",
  severity: "major",
  source: "Guardrails ValidRange",
  options: z.strictObject({
    min: z.number().optional(),
    max: z.number().optional(),
    integer: z.boolean().default(false),
    path: z.string().min(1).optional(),
  }),
  evaluate: (subject, { min = -Infinity, max = Infinity, integer, path }) => {
    const text = answerOrValue(subject.text("output"), path);
    if (text === undefined) return property(false, `the answer holds nothing at ${path}`);
    const value = numberOf(text);
    if (value === undefined) return property(false, "the answer is not one number");
    if (integer && !Number.isInteger(value)) return property(false, `${value} isn't a whole number`);
    return property(value >= min && value <= max, `${value}, allowed ${min} to ${max}`);
  },
});

function numberOf(text: string): number | undefined {
  const whole = /^[-−+]?(?:\d[\d.,]*|\.\d+)(?:e[-+]?\d{1,3})?$/i.exec(text.trim());
  if (whole) {
    const plain = Number(text.trim().replace("−", "-"));
    if (Number.isFinite(plain)) return plain;
    const read = readNumber(text.replace(/[-−+]/g, ""));
    return read && (/^\s*[-−]/.test(text) ? -read.value : read.value);
  }
  const found = numbersOf(text);
  return found.length === 1 ? found[0]?.value : undefined;
}
