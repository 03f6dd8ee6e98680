import { isMap, isSeq, type Node } from "yaml";
import type { NewTestRun, SeedRow } from "../../../packages/api-client/src/api.ts";
import { type Fields, fieldsOf, filled, listIn, type Reader } from "./fields.ts";

/** The checks of one row. */
export interface RowChecks {
  /** Index of the row in its set. */
  readonly row: number;
  readonly checks: NonNullable<NewTestRun["checks"]>;
  /** `file:line:column` of the row. */
  readonly position: string;
}

interface Rows {
  readonly seedData: readonly SeedRow[];
  readonly checks: readonly RowChecks[];
}

/** Reads rows that are written in the flow; undefined if it has none. */
export function rowsIn(flow: Fields, reader: Reader): Rows | undefined {
  const list = flow.get("rows");
  if (list === undefined) return undefined;
  if (!isSeq(list) || list.items.length === 0) {
    reader.mistake(list, 'rows must be a list, such as [{ input: "Can I return a lamp?", result: returns }]');
    return { seedData: [], checks: [] };
  }
  const rows = (list.items as Node[]).map((item, row) => rowIn(item, row, reader));
  return { seedData: rows.map(({ seed }) => seed), checks: rows.flatMap(({ checks }) => checks ?? []) };
}

function rowIn(item: Node, row: number, reader: Reader): { readonly seed: SeedRow; readonly checks?: RowChecks } {
  if (!isMap(item)) {
    reader.mistake(item, "a row has input, and optionally result and checks");
    return { seed: { input: null } };
  }
  const fields = fieldsOf(item, "row", reader);
  const valueOf = (key: string) => {
    const node = fields.get(key);
    return node ? filled(node, reader) : null;
  };
  if (!fields.has("input")) reader.mistake(item, "this row lacks input");
  const seed = { input: valueOf("input"), ...(fields.has("result") ? { result: valueOf("result") } : {}) } as SeedRow;
  const checks = listIn(fields, "checks", reader) as RowChecks["checks"] | undefined;
  return checks ? { seed, checks: { row, checks, position: reader.at(item) } } : { seed };
}
