import { defineCheck, property, skipped, usually, z } from "../definition.ts";

export const listCountMatchesClaim = defineCheck({
  ...usually,
  name: "list_count_matches_claim",
  title: "Announced count equals list length",
  description:
    "Where the line before a list announces a number of items (“five ways”, “3 Schritte”), the list has as many items at its first level.",
  category: "Truthfulness",
  severity: "minor",
  source: "self-consistency of format",
  options: z.strictObject({}),
  evaluate: (subject) => {
    const output = subject.text("output");
    const lists = announcedLists(output.outsideCode);
    if (lists.length === 0) return skipped("no list is announced with its length");
    const wrong = lists.find(({ claimed, items }) => claimed !== items);
    if (!wrong) return property(true, "every list is as long as announced");
    const start = output.text.indexOf(wrong.line);
    return property(
      false,
      `${wrong.claimed} are announced, ${wrong.items} are listed`,
      start === -1 ? [] : [output.evidence(start, start + wrong.line.length)],
    );
  },
});

interface AnnouncedList {
  readonly line: string;
  readonly claimed: number;
  readonly items: number;
}

const item = /^(\s*)(?:[-*+•]|(?:\*\*)?\d{1,2}[.)])\s+\S|^#{1,6}\s+(?:\*\*)?\d{1,2}[.):]\s/;

function announcedLists(text: string): readonly AnnouncedList[] {
  const lines = text.split("\n");
  const found: AnnouncedList[] = [];
  let before = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (!item.test(line)) {
      before = line;
      continue;
    }
    const { items, next } = listAt(lines, at);
    const claimed = before === "" ? undefined : announcedIn(before);
    if (claimed !== undefined) found.push({ line: before.trim(), claimed, items });
    before = "";
    at = next - 1;
  }
  return found;
}

interface ListKind {
  readonly indent: number;
  readonly isHeading: boolean;
  readonly isNumbered: boolean;
}

/**
 * Returns the items at the list's first level, and the line after it. Indented and blank lines belong to the
 * list.
 */
function listAt(lines: readonly string[], from: number): { readonly items: number; readonly next: number } {
  const first = lines[from] ?? "";
  const kind = { indent: indentOf(first), isHeading: first.startsWith("#"), isNumbered: numbered.test(first) };
  let items = 0;
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    const isItem = item.test(line) && indentOf(line) <= kind.indent + 1 && line.startsWith("#") === kind.isHeading;
    // Under a numbered list or headings, bullets at the margin are details.
    if (isItem && (kind.isHeading || numbered.test(line) === kind.isNumbered)) items++;
    else if (!isItem && endsList(line, kind) && !(kind.isNumbered && continues(lines, at))) break;
  }
  return { items, next: at };
}

const numbered = /^\s*(?:\*\*)?\d/;

function endsList(line: string, { indent, isHeading, isNumbered }: ListKind): boolean {
  if (isHeading) return line.startsWith("#");
  return indentOf(line) <= indent && !(isNumbered && item.test(line));
}

/** Returns whether a numbered list continues after a paragraph at its margin. */
function continues(lines: readonly string[], from: number): boolean {
  return lines.slice(from + 1, from + 12).some((line) => /^\s*(?:\*\*)?(?:[2-9]|[1-3]\d)[.)]\s/.test(line));
}

const indentOf = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;

function announcedIn(line: string): number | undefined {
  const match = announcement.exec(line.toLowerCase());
  const [, digits, word = ""] = match ?? [];
  const claimed = digits === undefined ? numberWords.get(word) : Number(digits);
  return claimed !== undefined && claimed >= 2 && claimed <= 30 ? claimed : undefined;
}

const numberWords = new Map(
  Object.entries({
    2: "two zwei deux dos due duas dois twee",
    3: "three drei trois tres tre três drie",
    4: "four vier quatre cuatro quattro quatro",
    5: "five fünf cinq cinco cinque vijf",
    6: "six sechs seis sei zes",
    7: "seven sieben sept siete sette sete zeven",
    8: "eight acht huit ocho otto oito",
    9: "nine neun neuf nueve nove negen",
    10: "ten zehn dix diez dieci dez tien",
    11: "eleven elf onze once undici",
    12: "twelve zwölf douze doce dodici doze twaalf",
  }).flatMap(([value, words]) => words.split(" ").map((word) => [word, Number(value)] as const)),
);

const nouns =
  "ways?|steps?|reasons?|tips?|things?|examples?|options?|points?|ideas?|benefits?|factors?|items?|methods?|types?|features?|questions?|facts?|strategies|approaches|suggestions?|recommendations?|advantages?|disadvantages?|differences?|principles?|rules?|stages?|phases?|categories|elements?|aspects?|titles?|names?|books?|movies|schritte|gründe|tipps|beispiele|möglichkeiten|punkte|ideen|vorteile|nachteile|methoden|arten|fragen|regeln|étapes|raisons|conseils|exemples|façons|points|idées|avantages|pasos|razones|consejos|ejemplos|formas|maneras|puntos|ventajas|passi|motivi|consigli|esempi|modi|passos|razões|dicas|exemplos|stappen|redenen|voorbeelden";

const announcement = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?:(\\d{1,2})|(${[...numberWords.keys()].join("|")}))\\s+(?:[\\p{L}'-]+\\s+){0,3}?(?:${nouns})(?![\\p{L}])[^.!?]{0,120}[:.]?\\s*\\**$`,
  "u",
);
