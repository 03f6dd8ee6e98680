import { useMemo } from "react";
import type { Search } from "../address/search.ts";
import type { DatapointRow } from "../api/types.ts";
import { type Clause, useQueryLanguage } from "../ui/query-language.ts";
import { useToast } from "../ui/toast.tsx";
import type { Column } from "./columns.tsx";

interface Needs {
  readonly q: string;
  /** Ids of the rows that are shown whole, separated by commas. */
  readonly unfolded: string;
  readonly onChange: (search: Search, replace?: boolean) => void;
}

/** What can be done with a row and the value of a cell, by key and by mouse. */
export interface CellActions {
  readonly filter: (row: DatapointRow | undefined, column: Column | undefined, how: "toggled" | "excluding") => void;
  readonly copy: (text: string | undefined, what: string) => void;
  readonly unfolded: ReadonlySet<string>;
  readonly unfold: (id: string | undefined) => void;
}

export function useCellActions({ q, unfolded: ids, onChange }: Needs): CellActions {
  const language = useQueryLanguage("datapoints");
  const toast = useToast();
  const unfolded = useMemo(() => new Set(ids.split(",").filter(Boolean)), [ids]);
  return {
    unfolded,
    unfold(id) {
      if (id === undefined) return;
      const next = new Set(unfolded);
      if (!next.delete(id)) next.add(id);
      onChange({ unfolded: [...next].join(",") }, true);
    },
    filter(row, column, how) {
      const clause = clauseOf(row, column);
      if (clause && language) onChange({ q: language[how](q, clause) });
      else toast("There is nothing to filter by in this cell: ← and → choose another");
    },
    copy(text, what) {
      if (text === undefined) return;
      void navigator.clipboard.writeText(text).then(() => toast(`${what} copied`));
    },
  };
}

export const clauseOf = (row: DatapointRow | undefined, column: Column | undefined): Clause | undefined =>
  row && column?.clause?.(row);
