import { useQuery } from "@tanstack/react-query";
import type { FieldSet } from "../../../../src/domain/query/fields.ts";

export interface Diagnostic {
  /** From 1. */
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
}

export interface QueryLanguage {
  readonly fields: FieldSet;
  problemsOf(text: string): readonly Diagnostic[];
}

/**
 * The service's own parser, so that the box and the API can never disagree. It is fetched after the page is drawn;
 * until then nothing is completed or told.
 */
export function useQueryLanguage(kind: "datapoints" | "issues" | "conditions"): QueryLanguage | undefined {
  const { data } = useQuery({ queryKey: ["query-language", kind], queryFn: () => load(kind), staleTime: Infinity });
  return data;
}

async function load(kind: "datapoints" | "issues" | "conditions"): Promise<QueryLanguage> {
  const [{ parseQuery }, { conditionFields, datapointFields, issueFields }] = await Promise.all([
    import("../../../../src/domain/query/parse.ts"),
    import("../../../../src/domain/query/fields.ts"),
  ]);
  const fields = { datapoints: datapointFields, issues: issueFields, conditions: conditionFields }[kind];
  return {
    fields,
    problemsOf: (text) =>
      parseQuery(text, { now: Date.now(), fields }).problems.map(({ place, message, hint }) => ({
        column: place.start + 1,
        message,
        ...(hint === undefined ? {} : { hint }),
      })),
  };
}
