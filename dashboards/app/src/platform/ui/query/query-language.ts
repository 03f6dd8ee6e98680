import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Query } from "../../../../../../src/datapoints/query/ast.ts";
import type { FieldSet } from "../../../../../../src/datapoints/query/fields.ts";

export interface Diagnostic {
  /** From 1. */
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
}

/** A value that a field is held to; `sub` is the name behind `check.`, `attr.` and `meta.`. */
export interface Clause {
  readonly field: string;
  readonly sub?: string;
  readonly value: string;
}

/** A part of a query's text, drawn on a ground of its own. */
export interface QueryMark {
  readonly start: number;
  readonly end: number;
  readonly kind: "filter" | "not" | "text" | "mistake";
}

export interface QueryLanguage {
  readonly fields: FieldSet;
  /** In the order of the text, none inside of another. */
  marksOf(text: string): readonly QueryMark[];
  problemsOf(text: string): readonly Diagnostic[];
  /** What must all hold, part by part, each with the query that is left without it. */
  parts(text: string): readonly { readonly part: string; readonly rest: string }[];
  /** Values that the query as a whole holds a field to; those within OR and NOT are not among them. */
  chosen(text: string, field: string, sub?: string): readonly string[];
  /** The query with one value more, or less, among those its field may have. A text with mistakes stays as it is. */
  toggled(text: string, clause: Clause): string;
  /** The query without what has this value. */
  excluding(text: string, clause: Clause): string;
}

type Kind = "datapoints" | "issues" | "conditions";

/**
 * The service's own parser, so that the box and the API can never disagree. It is fetched after the page is drawn;
 * until then nothing is completed or told. What patterns are checked with comes when the text that is typed has one.
 */
export function useQueryLanguage(kind: Kind, text = ""): QueryLanguage | undefined {
  const withPatterns = text.includes(":~");
  const { data } = useQuery({
    queryKey: ["query-language", kind, withPatterns],
    queryFn: () => load(kind, withPatterns),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return data;
}

async function load(kind: Kind, withPatterns: boolean): Promise<QueryLanguage> {
  const [parser, { conditionFields, datapointFields, issueFields }, { printQuery }, patterns] = await Promise.all([
    import("../../../../../../src/datapoints/query/parser.ts"),
    import("../../../../../../src/datapoints/query/fields.ts"),
    import("../../../../../../src/datapoints/query/print.ts"),
    withPatterns ? import("../../../../../../src/datapoints/query/regex.ts") : undefined,
  ]);
  const fields = { datapoints: datapointFields, issues: issueFields, conditions: conditionFields }[kind];
  const patternProblem = patterns?.patternProblem ?? (() => undefined);
  const parse = (text: string) => parser.parse(text, { now: Date.now(), fields, patternProblem });

  /** What must all hold; undefined for a text with mistakes. */
  function partsOf(text: string): readonly Query[] | undefined {
    const { query, problems } = parse(text);
    if (problems.length > 0) return undefined;
    return query.kind === "and" ? query.of : query.kind === "all" ? [] : [query];
  }
  const printed = (parts: readonly Query[]) => printQuery({ kind: "and", of: parts });
  const isOf = (part: Query, field: string, sub?: string) =>
    part.kind === "filter" && part.field === field && part.sub === sub && (part.op === ":" || part.op === ":=");
  const valuesOf = (part: Query) =>
    part.kind === "filter" ? part.values.flatMap((value) => (value.kind === "word" ? [value.text] : [])) : [];

  function filterOf({ field, sub }: Pick<Clause, "field" | "sub">, values: readonly string[]): Query {
    return {
      kind: "filter",
      field,
      ...(sub === undefined ? {} : { sub }),
      op: ":",
      values: values.map((text) => ({ kind: "word", text })),
      place: { start: 0, end: 0 },
    };
  }

  return {
    fields,
    marksOf(text) {
      const { query, problems } = parse(text);
      const mistakes = problems.map(({ place }): QueryMark => ({ ...place, kind: "mistake" }));
      const marks = [...mistakes, ...marksIn(query, text, false)].sort((one, other) => one.start - other.start);
      return marks.filter(({ start, end }, index) => start < end && start >= (marks[index - 1]?.end ?? 0));
    },
    problemsOf: (text) =>
      parse(text).problems.map(({ place, message, hint }) => ({
        column: place.start + 1,
        message,
        ...(hint === undefined ? {} : { hint }),
      })),
    parts(text) {
      const parts = partsOf(text) ?? [];
      return parts.map((part) => ({ part: printed([part]), rest: printed(parts.filter((each) => each !== part)) }));
    },
    chosen: (text, field, sub) =>
      (partsOf(text) ?? []).filter((part) => isOf(part, field, sub)).flatMap((part) => valuesOf(part)),
    toggled(text, clause) {
      const parts = partsOf(text);
      if (!parts) return text;
      const { field, sub, value } = clause;
      const before = parts.filter((part) => isOf(part, field, sub)).flatMap((part) => valuesOf(part));
      const after = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
      const rest = parts.filter((part) => !isOf(part, field, sub));
      return printed(after.length === 0 ? rest : [...rest, filterOf(clause, after)]);
    },
    excluding(text, clause) {
      const parts = partsOf(text);
      return parts ? printed([...parts, { kind: "not", of: filterOf(clause, [clause.value]) }]) : text;
    },
  };
}

function marksIn(query: Query, text: string, isNot: boolean): readonly QueryMark[] {
  if (query.kind === "all") return [];
  if (query.kind === "not") return marksIn(query.of, text, !isNot);
  if ("of" in query) return query.of.flatMap((each) => marksIn(each, text, isNot));
  const { start, end } = query.place;
  const isSigned = isNot && /[-!]/.test(text[start - 1] ?? "");
  return [{ start: isSigned ? start - 1 : start, end, kind: isNot ? "not" : query.kind }];
}
