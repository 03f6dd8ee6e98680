import { useMemo, useSyncExternalStore } from "react";
import type { LinkedPage } from "../address/link.ts";
import type { Clause } from "../ui/query/query-language.ts";

/** A value to filter rows by, and its label if that differs. */
export interface ListClause extends Clause {
  readonly label?: string;
}

/** A column with the metadata that its cells' menu and the search use. */
export interface ListColumn<Row> {
  readonly name: string;
  readonly title: string;
  /** Filters by the row's values; the first one has a shortcut. */
  readonly clauses?: (row: Row) => readonly ListClause[];
  /** The text to copy and search, if it differs from the values. */
  readonly text?: (row: Row) => string | undefined;
  /** The minimum window width in pixels at which a table shows it; search and filters include it at any width. */
  readonly from?: Room;
}

export interface RowKind<Row> {
  readonly idOf: (row: Row) => string;
  /** Returns the page that a row opens. */
  readonly pageOf: (row: Row) => RowPage | undefined;
}

interface RowPage {
  readonly page: LinkedPage;
  readonly key: string;
}

export const pathTo = ({ page, key }: RowPage): string => `/${page}/${encodeURIComponent(key)}`;

export const is = (field: string, ...values: readonly (string | undefined)[]): readonly ListClause[] =>
  values.flatMap((value) => (value === undefined || value === "" ? [] : [{ field, value }]));

export const nameOf = ({ label, value }: ListClause): string => label ?? value;

export const textsOf = <Row>(row: Row, columns: readonly ListColumn<Row>[]): readonly string[] =>
  columns.flatMap(({ clauses, text }) => [text?.(row) ?? [], clauses?.(row).map(nameOf) ?? []].flat());

/** Window widths in pixels at which a list shows more of its columns. */
const steps = [1100, 1280, 1440] as const;
export type Room = (typeof steps)[number];

/** Returns the columns that fit. The least important ones are hidden first, so that nothing scrolls sideways. */
export function useColumnsWithRoom<Column extends { readonly from?: Room }>(
  columns: readonly Column[],
): readonly Column[] {
  const room = useSyncExternalStore(watch, widest);
  return useMemo(() => columns.filter(({ from = 0 }) => from <= room), [columns, room]);
}

const widest = (): number => steps.findLast((px) => innerWidth >= px) ?? 0;

function watch(onChange: () => void): () => void {
  const watched = steps.map((px) => matchMedia(`(min-width: ${px}px)`));
  for (const each of watched) each.addEventListener("change", onChange);
  return () => {
    for (const each of watched) each.removeEventListener("change", onChange);
  };
}
