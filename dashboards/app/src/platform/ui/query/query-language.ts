import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Query } from "../../../../../../src/datapoints/query/ast.ts";
import type { FieldSet } from "../../../../../../src/datapoints/query/field.ts";

export interface Diagnostic {
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
}

/** A field and its value; `sub` is the name after `check.`, `attr.` and `meta.`. */
export interface Clause {
  readonly field: string;
  readonly sub?: string;
  readonly value: string;
}

/** A part of a query's text with its own background. */
export interface QueryHighlight {
  readonly start: number;
  readonly end: number;
  readonly kind: "filter" | "not" | "text" | "mistake";
}

export interface QueryLanguage {
  readonly fields: FieldSet;
  /** In text order, not nested. */
  highlightsOf(text: string): readonly QueryHighlight[];
  problemsOf(text: string): readonly Diagnostic[];
  /** The parts joined by AND, each with the query that remains without it. */
  parts(text: string): readonly { readonly part: string; readonly rest: string }[];
  /** The values that the whole query requires of a field; those within OR and NOT are excluded. */
  chosen(text: string, field: string, sub?: string): readonly string[];
  /** Returns the query with a value of a field added or removed. A text with mistakes stays unchanged. */
  toggled(text: string, clause: Clause): string;
  excluding(text: string, clause: Clause): string;
}

type Kind = "datapoints" | "issues" | "conditions";

/**
 * Loads the service's own parser, so that the box and the API never disagree. It is fetched after the page
 * renders; until then there are no suggestions or errors. The pattern checker loads when the typed text has a
 * pattern.
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
  const [parser, { conditionFields, datapointFields }, { issueFields }, { printQuery }, patterns] = await Promise.all([
    import("../../../../../../src/datapoints/query/parser.ts"),
    import("../../../../../../src/datapoints/query/fields.ts"),
    import("../../../../../../src/issues/query/issue-fields.ts"),
    import("../../../../../../src/datapoints/query/print.ts"),
    withPatterns ? import("../../../../../../src/datapoints/query/regex.ts") : undefined,
  ]);
  const fields = { datapoints: datapointFields, issues: issueFields, conditions: conditionFields }[kind];
  const patternProblem = patterns?.patternProblem ?? (() => undefined);
  const parse = (text: string) => parser.parse(text, { now: Date.now(), fields, patternProblem });

  /** Returns the parts joined by AND; undefined for a text with mistakes. */
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
      range: { start: 0, end: 0 },
    };
  }

  return {
    fields,
    highlightsOf(text) {
      const { query, problems } = parse(text);
      const mistakes = problems.map(({ range }): QueryHighlight => ({ ...range, kind: "mistake" }));
      const highlights = [...mistakes, ...highlightsIn(query, text, false)].sort(
        (one, other) => one.start - other.start,
      );
      return highlights.filter(({ start, end }, index) => start < end && start >= (highlights[index - 1]?.end ?? 0));
    },
    problemsOf: (text) =>
      parse(text).problems.map(({ range, message, hint }) => ({
        column: range.start + 1,
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

function highlightsIn(query: Query, text: string, isNot: boolean): readonly QueryHighlight[] {
  if (query.kind === "all") return [];
  if (query.kind === "not") return highlightsIn(query.of, text, !isNot);
  if ("of" in query) return query.of.flatMap((each) => highlightsIn(each, text, isNot));
  const { start, end } = query.range;
  const isSigned = isNot && /[-!]/.test(text[start - 1] ?? "");
  return [{ start: isSigned ? start - 1 : start, end, kind: isNot ? "not" : query.kind }];
}
