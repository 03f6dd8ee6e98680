import { useMemo } from "react";
import type { Search } from "../address/search.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { useQueryLanguage } from "../ui/query/query-language.ts";
import type { ListClause } from "./column.ts";

/** Shows only the rows with a value, or takes that back; or only those without it. */
export type Filter = (clause: ListClause, how: "toggled" | "excluding") => void;

/** What can be done with a row and the value of a cell, by key and by mouse. */
export interface CellActions {
  readonly filter: (clause: ListClause | undefined, how: "toggled" | "excluding") => void;
  readonly copy: (text: string | undefined, what: string) => void;
  /** Ids of the rows that are shown whole. */
  readonly unfolded: ReadonlySet<string>;
  /** Absent where a row has no more to show. */
  readonly unfold?: (id: string | undefined) => void;
}

interface Needs {
  readonly filter: Filter | undefined;
  /** As the address has them, separated by commas; absent where a row has no more to show. */
  readonly unfolded?: string;
  readonly onChange: (search: Search, replace: boolean) => void;
}

export function useCellActions({ filter, unfolded: ids, onChange }: Needs): CellActions {
  const toast = useToast();
  const unfolded = useMemo(() => idsIn(ids), [ids]);
  return {
    unfolded,
    ...(ids === undefined ? {} : { unfold }),
    filter(clause, how) {
      if (clause && filter) filter(clause, how);
      else toast("There is nothing to filter by in this cell: ← and → choose another");
    },
    copy(text, what) {
      if (text === undefined) return;
      void navigator.clipboard.writeText(text).then(() => toast(`${what} copied`));
    },
  };

  function unfold(id: string | undefined) {
    if (id === undefined) return;
    onChange({ unfolded: unfoldedAfter(ids, id) }, true);
  }
}

/** The rows that an address says are shown whole. */
export const idsIn = (unfolded = "") => new Set(unfolded.split(",").filter(Boolean).map(decodeURIComponent));

/** As the address has it once a row is shown whole, or is not any more. */
export function unfoldedAfter(unfolded: string | undefined, id: string): string {
  const next = idsIn(unfolded);
  if (!next.delete(id)) next.add(id);
  return [...next].map(encodeURIComponent).join(",");
}

/** Into the query of a list that has one. */
export function useQueryFilter(
  kind: "datapoints" | "issues",
  q: string,
  onChange: (search: Search) => void,
): Filter | undefined {
  const language = useQueryLanguage(kind);
  return language && ((clause, how) => onChange({ q: language[how](q, clause) }));
}
