import { type ReactNode, useMemo } from "react";
import { type Search, useAddress, useSetAddress } from "../address/search.ts";
import { Button } from "../ui/button.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { useQueryLanguage } from "../ui/query/query-language.ts";
import type { ListClause } from "./column.ts";

/** Shows only rows with a value or removes that filter; or excludes rows with it. */
export type Filter = (clause: ListClause, how: "toggled" | "excluding") => void;

/** Actions on a row and a cell's value, by keyboard and mouse. */
export interface CellActions {
  readonly filter: (clause: ListClause | undefined, how: "toggled" | "excluding") => void;
  readonly copy: (text: string | undefined, what: string) => void;
  readonly unfolded: ReadonlySet<string>;
  /** Absent where rows have no details. */
  readonly unfold?: (id: string | undefined) => void;
}

interface CellActionsOptions {
  readonly filter: Filter | undefined;
  /** The address parameter, separated by commas; absent where rows have no details. */
  readonly unfolded?: string;
  readonly onChange: (search: Search, replace: boolean) => void;
}

export function useCellActions({ filter, unfolded: ids, onChange }: CellActionsOptions): CellActions {
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

/** Returns the ids of the rows that an address expands. */
const idsIn = (unfolded = "") => new Set(unfolded.split(",").filter(Boolean).map(decodeURIComponent));

export function unfoldedAfter(unfolded: string | undefined, id: string): string {
  const next = idsIn(unfolded);
  if (!next.delete(id)) next.add(id);
  return [...next].map(encodeURIComponent).join(",");
}

export function useQueryFilter(
  kind: "datapoints" | "issues",
  q: string,
  onChange: (search: Search) => void,
): Filter | undefined {
  const language = useQueryLanguage(kind);
  return language && ((clause, how) => onChange({ q: language[how](q, clause) }));
}

export function UnfoldButton({ id, children }: { id: string; children: ReactNode }) {
  const { unfolded } = useAddress();
  const setAddress = useSetAddress();
  const toggle = () => setAddress({ unfolded: unfoldedAfter(unfolded, id) }, true);
  return <Button text={children} className="link start" aria-expanded={idsIn(unfolded).has(id)} onClick={toggle} />;
}
