import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import type { JobOrder } from "../../checks/jobs/job.ts";
import type { Finding } from "../../issues/issue.ts";
import { asProjectId, type DatapointId, type IssueId, type ProjectId } from "../../platform/ids.ts";
import type { SavedResult } from "../../storage/ports/journal.ts";
import type { TableRows } from "../ports/kept.ts";

/** What became of one trace of a write batch. */
export interface TraceOutcome {
  /** Names the trace among those that are held: see pipeline/assembly.ts. */
  readonly key: string;
  readonly projectId: ProjectId;
  readonly traceId: string;
  /** New spans and log records. */
  readonly items: number;
  readonly datapoints: number;
  readonly checks: number;
  /** Datapoints that a monitor did not check, because it was over its limit a minute. */
  readonly overLimit: number;
  readonly findings: readonly Finding[];
  /** Issues that lost an occurrence: a later part of the trace showed the call otherwise. */
  readonly retracted: readonly IssueId[];
  /** Slow checks of its datapoints, for the jobs. */
  readonly orders: readonly JobOrder[];
  /** Datapoints whose jobs are over. */
  readonly withdrawn: readonly { readonly datapointId: DatapointId; readonly rowVersion: number }[];
  /** Its number among the traces whose rows were encoded; absent when it has no rows. */
  readonly place?: number;
  /** Why nothing of it could be made. */
  readonly broken?: string;
  /** Nothing of it is stored: its user or session was deleted after the call. */
  readonly isErased?: true;
}

/** What only few traces have. */
type Special = Partial<
  Pick<TraceOutcome, "findings" | "retracted" | "orders" | "withdrawn" | "broken" | "isErased" | "overLimit">
>;

/** What is serialized of a result, in front of the rows themselves: outcomes by column, because there are thousands. */
export interface BatchHead {
  readonly keys: readonly string[];
  readonly items: Uint32Array;
  readonly datapoints: Uint32Array;
  readonly checks: Uint32Array;
  /** -1: no rows. */
  readonly places: Int32Array;
  readonly special: ReadonlyMap<number, Special>;
  readonly tables: readonly (Omit<TableRows, "bytes"> & { readonly length: number })[];
}

/** The head of a result, serialized. */
export function encodeHead(outcomes: readonly TraceOutcome[], tables: readonly TableRows[]): Uint8Array {
  const head: BatchHead = {
    keys: outcomes.map(({ key }) => key),
    items: Uint32Array.from(outcomes, ({ items }) => items),
    datapoints: Uint32Array.from(outcomes, ({ datapoints }) => datapoints),
    checks: Uint32Array.from(outcomes, ({ checks }) => checks),
    places: Int32Array.from(outcomes, ({ place = -1 }) => place),
    special: new Map(outcomes.flatMap((outcome, index) => (isSpecial(outcome) ? [[index, specialOf(outcome)]] : []))),
    tables: tables.map(({ bytes, ...table }) => ({ ...table, length: bytes.length })),
  };
  return serialize(head);
}

const isSpecial = ({ findings, retracted, orders, withdrawn, overLimit, broken, isErased }: TraceOutcome) =>
  findings.length + retracted.length + orders.length + withdrawn.length + overLimit > 0 ||
  broken !== undefined ||
  isErased === true;

function specialOf({ findings, retracted, orders, withdrawn, overLimit, broken, isErased }: TraceOutcome): Special {
  const some = { findings, retracted, orders, withdrawn, overLimit };
  return { ...some, ...(broken === undefined ? {} : { broken }), ...(isErased ? { isErased } : {}) };
}

const plain = { findings: [], retracted: [], orders: [], withdrawn: [], overLimit: 0 } as const;

function outcomesOf({ keys, items, datapoints, checks, places, special }: BatchHead): readonly TraceOutcome[] {
  return keys.map((key, index): TraceOutcome => {
    const space = key.indexOf(" ");
    const name = key.slice(space + 1);
    const place = places[index] ?? -1;
    return {
      key,
      projectId: asProjectId(key.slice(0, space)),
      traceId: name.startsWith("#") ? "" : name,
      items: items[index] ?? 0,
      datapoints: datapoints[index] ?? 0,
      checks: checks[index] ?? 0,
      ...plain,
      ...special.get(index),
      ...(place < 0 ? {} : { place }),
    };
  });
}

/** What processing a write batch decided: everything that is stored and reported for it. */
export interface BatchResult extends Pick<SavedResult, "read"> {
  readonly outcomes: readonly TraceOutcome[];
  readonly tables: readonly SavedTable[];
}

/** Rows of one table in the saved result: from its byte `start` on, `length` bytes. */
export interface SavedTable extends Omit<TableRows, "bytes"> {
  readonly start: number;
  readonly length: number;
}

const lengthBytes = 4;

/** The bytes of a result, for its file: length of the head (u32, little endian), the head, the rows. */
export function encodeResult(head: Uint8Array, tables: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = new Uint8Array(lengthBytes);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return [length, head, ...tables];
}

/** The result in a file that was written with this head. */
export function resultOf(head: Uint8Array, { read }: Pick<SavedResult, "read">): BatchResult {
  const decoded = deserialize(head) as BatchHead;
  let at = lengthBytes + head.length;
  const tables = decoded.tables.map((table): SavedTable => {
    const start = at;
    at += table.length;
    return { ...table, start };
  });
  return { outcomes: outcomesOf(decoded), tables, read };
}

/** The result in the file of a batch that was saved before. */
export async function readResult(saved: Pick<SavedResult, "read">): Promise<BatchResult> {
  const length = await buffer(saved.read(0, lengthBytes));
  const head = await buffer(saved.read(lengthBytes, lengthBytes + length.readUInt32LE(0)));
  return resultOf(head, saved);
}
