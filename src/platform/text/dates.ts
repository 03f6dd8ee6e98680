export interface FoundDate {
  readonly year?: number;
  readonly month: number;
  readonly day: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const months = [
  "jan(?:uary|uar|vier|uari|eiro)?|enero|gennaio|ene|gen",
  "feb(?:ruary|ruar|ruari|rero|braio)?|fév(?:rier)?|fevereiro|fev",
  "mar(?:ch|s|zo|ço)?|märz|mrz|maart",
  "apr(?:il|ile)?|avr(?:il)?|abr(?:il)?",
  "may|mai|mayo|maggio|maio|mei|mag",
  "june?|juni|juin|junio|giugno|junho|giu",
  "july?|juli|juillet|julio|luglio|julho|juil|lug",
  "aug(?:ust|ustus)?|août|agosto|ago",
  "sept?(?:ember|embre|iembre)?|settembre|setembro|set",
  "o[ck]t(?:ober|obre|ubre)?|ottobre|outubro|ott|out",
  "nov(?:ember|embre|iembre|embro)?",
  "de[cz](?:ember|embre|embro)?|déc(?:embre)?|dic(?:iembre|embre)?",
];
const month = `(?:${months.join("|")})`;
const monthPatterns = months.map((each) => new RegExp(`^(?:${each})$`, "iu"));

/** Group names: y, m, d are digits, n is a month's name. */
const shapes = [
  /(?<!\d)(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?!\d)/g,
  /(?<!\d)(?<y>\d{4})年(?<m>\d{1,2})月(?<d>\d{1,2})日/g,
  new RegExp(
    `(?<![\\d.,])(?<d>\\d{1,2})(?:st|nd|rd|th|er|º|°|\\.)?\\s(?:of\\s|de\\s)?(?<n>${month})(?!\\p{L})\\.?(?:,?\\s(?:de\\s|del\\s)?(?<y>\\d{4})(?!\\d))?`,
    "giu",
  ),
  new RegExp(
    `(?<!\\p{L})(?<n>${month})\\.?\\s(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.:]\\d|\\d)(?:,?\\s(?<y>\\d{4})(?!\\d))?`,
    "giu",
  ),
];
const numeric = /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/-])/g;

/**
 * Finds the days in a text, in order: ISO, with the month's name (seven languages), or in digits. Impossible days
 * are included.
 */
export function datesOf(text: string, monthFirst = true): readonly FoundDate[] {
  if (!/\d/.test(text)) return [];
  const found = shapes.flatMap((shape) => [...text.matchAll(shape)].slice(0, 200).flatMap((match) => read(match)));
  for (const match of [...text.matchAll(numeric)].slice(0, 200)) {
    const [whole, one = "", sign, other = "", year] = match;
    const [first, second] = [Number(one), Number(other)];
    // Day-first countries write a point; a number over twelve leaves no choice.
    const isMonthFirst = second > 12 || (first <= 12 && monthFirst && sign !== ".");
    const [m, d] = isMonthFirst ? [first, second] : [second, first];
    found.push({ year: Number(year), month: m, day: d, ...spanOf(match.index, whole) });
  }
  return found
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter((each, at, all) => !all.slice(Math.max(0, at - 3), at).some((before) => before.end > each.start));
}

/** Returns whether the calendar has the day; without a year, whether it exists in some year. */
export function isRealDay({ year = 2000, month: m, day }: Pick<FoundDate, "year" | "month" | "day">): boolean {
  return m >= 1 && m <= 12 && day >= 1 && day <= new Date(Date.UTC(year, m, 0)).getUTCDate();
}

/** Returns the days since 1970, for comparing. */
export function dayNumber({ year = 2000, month: m, day }: FoundDate): number {
  return Date.UTC(year, m - 1, day) / 86_400_000;
}

function read(match: RegExpExecArray): readonly FoundDate[] {
  const { y, m, d, n } = match.groups ?? {};
  const named = n === undefined ? Number(m) : monthPatterns.findIndex((pattern) => pattern.test(n)) + 1;
  const date = { month: named, day: Number(d), ...spanOf(match.index, match[0]) };
  return [y === undefined ? date : { ...date, year: Number(y) }];
}

const spanOf = (start: number, text: string) => ({ start, end: start + text.length, text });
