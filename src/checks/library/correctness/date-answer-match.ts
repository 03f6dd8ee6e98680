import { datesOf, type FoundDate } from "../../../platform/text/dates.ts";
import { referencesOf } from "../../references.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { markedAnswer } from "./shared-properties.ts";

export const dateAnswerMatch = defineCheck({
  ...markedAnswer,
  name: "date_answer_match",
  title: "Date answer correct",
  description:
    "The first date of the answer, in ISO form, with the month's name (seven languages) or in digits as the locale orders them, is the expected one at the given precision.",
  severity: "major",
  needs: ["reference"],
  mode: "test run",
  source: "TimeQA; extraction QA",
  options: z.strictObject({
    precision: z.enum(["day", "month", "year"]).default("day"),
    month_first: z.boolean().default(true),
  }),
  evaluate: (subject, { precision, month_first: monthFirst }) => {
    const wanted = referencesOf(subject.expected).flatMap((each) => datesOf(each, monthFirst).slice(0, 1));
    if (wanted.length === 0) return skipped("the reference isn't a date");
    const output = subject.text("output");
    const [given] = datesOf(output.text, monthFirst);
    if (!given) return property(false, "the answer names no date");
    const holds = wanted.some((each) => isSame(given, each, precision));
    return property(holds, `${given.text}, expected ${wanted.map(({ text }) => text).join(" or ")}`, [
      output.evidence(given.start, given.end),
    ]);
  },
});

function isSame(one: FoundDate, other: FoundDate, precision: "day" | "month" | "year"): boolean {
  if (one.year !== undefined && other.year !== undefined && one.year !== other.year) return false;
  if (precision === "year") return one.year !== undefined && one.year === other.year;
  return one.month === other.month && (precision === "month" || one.day === other.day);
}
