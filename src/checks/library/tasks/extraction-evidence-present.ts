import { sourceText } from "../../../datapoints/index.ts";
import { type JsonValue, parseJson } from "../../../platform/json/json.ts";
import { numbersOf } from "../../../platform/text/numbers.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { defineCheck, scored, skipped, usually, within, z } from "../definition.ts";

export const extractionEvidencePresent = defineCheck({
  ...usually,
  name: "extraction_evidence_present",
  title: "Extracted values occur in the source",
  description:
    "Share of the values in the answer's JSON that occur in the source (the user's message, the context, tool results): texts apart from case, spaces and punctuation, numbers and dates by value. Listed paths may be inferred (`items.*.category`).",
  category: "Task types",
  severity: "critical",
  targets: ["input", "output"],
  needs: ["source"],
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "LangExtract grounding; Guardrails ExtractedSummarySentencesMatch",
  options: z.strictObject({
    inferred_paths: z.array(z.string()).default([]),
    threshold: z.number().min(0).max(1).default(1),
  }),
  evaluate: (subject, { inferred_paths: inferred, threshold }) => {
    const source = subject.once(sourceText);
    if (source.trim() === "") return skipped("there is no source text");
    const output = subject.text("output");
    const read = output.json.ok ? output.json : parseJson(output.codeBlocks[0]?.code ?? "");
    if (!read.ok) return skipped("the answer is not JSON");
    const values = leavesOf(read.value).filter(
      ({ path, value }) => value !== "" && !inferred.some((each) => isPath(each, path)),
    );
    if (values.length === 0) return skipped("the answer holds no value");
    const prepared = prepare(source);
    const missing = values.filter(({ value }) => !occurs(value, prepared));
    const outcome = within(
      1 - missing.length / values.length,
      { min: threshold },
      "share of values that occur in the source",
    );
    if (outcome.kind !== "failed") return outcome;
    const explanations = missing.slice(0, 5).map(({ path, value }) => `${path}: ${String(value).slice(0, 60)}`);
    return { ...outcome, explanation: `not in the source: ${explanations.join("; ")}` };
  },
});

interface Leaf {
  readonly path: string;
  readonly value: string | number;
}

function leavesOf(root: JsonValue): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const stack: { readonly path: string; readonly value: JsonValue }[] = [{ path: "", value: root }];
  for (let next = stack.pop(); next && leaves.length < 2000; next = stack.pop()) {
    const { path, value } = next;
    if (typeof value === "string" || typeof value === "number") leaves.push({ path, value });
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value).reverse())
        stack.push({ path: path === "" ? key : `${path}.${key}`, value: inner });
  }
  return leaves;
}

/** Matches a path; `*` stands for one key or index, and a path includes everything below it. */
function isPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("."), path.split(".")];
  return wanted.length <= given.length && wanted.every((part, at) => part === "*" || part === given[at]);
}

interface PreparedSource {
  readonly text: string;
  readonly numbers: ReadonlySet<number>;
  readonly dates: ReadonlySet<string>;
}

function prepare(source: string): PreparedSource {
  return {
    text: ` ${plainText(source)} `,
    numbers: new Set(numbersOf(source).map(({ value }) => Math.abs(value))),
    dates: datesIn(source),
  };
}

function occurs(value: string | number, { text, numbers, dates }: PreparedSource): boolean {
  if (typeof value === "number") return numbers.has(Math.abs(value)) || text.includes(` ${value} `);
  const bare = plainText(value);
  if (bare === "" || text.includes(bare)) return true;
  const [date] = datesIn(value);
  if (date !== undefined) return dates.has(date);
  const found = /\d/.test(value) && !/\p{L}/u.test(value) ? numbersOf(value) : [];
  return found.length > 0 && found.every((each) => numbers.has(Math.abs(each.value)));
}

const months =
  "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|mayo|jun[ei]?|juni?|jul[yi]?|aug(?:ust)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?";

const starts = ["jan", "feb", "mar|mär", "apr", "ma[yi]", "jun", "jul", "aug", "sep", "o[ck]t", "nov", "de[cz]"];

/** Returns the dates of a text as YYYY-MM-DD; both readings where day and month are ambiguous. */
function datesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (year: string, month: number, day: number) => {
    if (month >= 1 && month <= 12 && day >= 1 && day <= 31)
      found.add(
        `${year.length === 2 ? `20${year}` : year}-${`${month}`.padStart(2, "0")}-${`${day}`.padStart(2, "0")}`,
      );
  };
  for (const [, year = "", month, day] of text.matchAll(/\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g))
    add(year, Number(month), Number(day));
  for (const [, one, other, year = ""] of text.matchAll(/(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/g)) {
    add(year, Number(one), Number(other));
    add(year, Number(other), Number(one));
  }
  const named = new RegExp(
    `(?:(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+|de\\s+)?(${months})\\.?|(${months})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?),?\\s+(?:de\\s+)?(\\d{4})`,
    "giu",
  );
  for (const [, before, name, other, after, year = ""] of text.matchAll(named)) {
    const month = starts.findIndex((start) => new RegExp(`^(?:${start})`, "i").test(name ?? other ?? "")) + 1;
    add(year, month, Number(before ?? after));
  }
  return found;
}
