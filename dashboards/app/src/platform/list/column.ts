import type { LinkedPage } from "../address/link.ts";
import type { Clause } from "../ui/query/query-language.ts";
import type { Room } from "./room.ts";

/** A value that rows can be held to, and what it is called where that is something else. */
export interface ListClause extends Clause {
  readonly label?: string;
}

/** A column as its list tells of it, so that its cells have a menu and their texts are found. */
export interface ListColumn<Row> {
  readonly name: string;
  readonly title: string;
  /** What a filter for the row's values says; the first of them goes by key. */
  readonly clauses?: (row: Row) => readonly ListClause[];
  /** What is copied, and found, where it is something else than the values. */
  readonly text?: (row: Row) => string | undefined;
  /** Of a table: drawn from this width of the window on, in pixels; it is found and filtered by however wide that is. */
  readonly from?: Room;
}

/** What the rows of a list are. */
export interface RowKind<Row> {
  readonly idOf: (row: Row) => string;
  /** The page that a row leads to. */
  readonly pageOf: (row: Row) => RowPage | undefined;
}

interface RowPage {
  readonly page: LinkedPage;
  readonly key: string;
}

export const pathTo = ({ page, key }: RowPage): string => `/${page}/${encodeURIComponent(key)}`;

/** The row has these values in a field; none where it has none. */
export const is = (field: string, ...values: readonly (string | undefined)[]): readonly ListClause[] =>
  values.flatMap((value) => (value === undefined || value === "" ? [] : [{ field, value }]));

export const nameOf = ({ label, value }: ListClause): string => label ?? value;

/** What can be read in a row. */
export const textsOf = <Row>(row: Row, columns: readonly ListColumn<Row>[]): readonly string[] =>
  columns.flatMap(({ clauses, text }) => [text?.(row) ?? [], clauses?.(row).map(nameOf) ?? []].flat());
