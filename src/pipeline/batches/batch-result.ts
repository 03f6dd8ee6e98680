import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import type { JobOrder } from "../../checks/index.ts";
import type { Finding } from "../../issues/index.ts";
import { asProjectId, type DatapointId, type IssueId, type ProjectId } from "../../platform/ids.ts";
import type { SavedResult } from "../../storage/index.ts";
import type { TableRows } from "../ports/processed-trace.ts";

export interface TraceOutcome {
  /** Identifies the trace in the assembly buffer: see `itemKey`. */
  readonly key: string;
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly items: number;
  readonly datapoints: number;
  readonly checks: number;
  /** Datapoints that a monitor did not check because it exceeded its limit per minute. */
  readonly overLimit: number;
  readonly findings: readonly Finding[];
  /** Issues that lost an occurrence because a later part of the trace changed the call. */
  readonly retracted: readonly IssueId[];
  /** Evaluation jobs for the asynchronous checks of its datapoints. */
  readonly orders: readonly JobOrder[];
  /** Superseded datapoints, whose jobs are cancelled. */
  readonly superseded: readonly { readonly datapointId: DatapointId; readonly rowVersion: number }[];
  /** Index among the traces whose rows were encoded; absent if the trace has no rows. */
  readonly encodedIndex?: number;
  readonly broken?: string;
  /** Nothing is stored because the user or session was deleted after the call. */
  readonly isErased?: true;
}

/** Fields that few traces have. */
type Special = Partial<
  Pick<TraceOutcome, "findings" | "retracted" | "orders" | "superseded" | "broken" | "isErased" | "overLimit">
>;

/**
 * The serialized head of a result, which precedes the rows. Outcomes are stored by column because there are
 * thousands.
 */
export interface BatchHead {
  readonly keys: readonly string[];
  readonly items: Uint32Array;
  readonly datapoints: Uint32Array;
  readonly checks: Uint32Array;
  /** -1: no rows. */
  readonly encodedIndexes: Int32Array;
  readonly special: ReadonlyMap<number, Special>;
  readonly tables: readonly (Omit<TableRows, "bytes"> & { readonly length: number })[];
}

export function encodeHead(outcomes: readonly TraceOutcome[], tables: readonly TableRows[]): Uint8Array {
  const head: BatchHead = {
    keys: outcomes.map(({ key }) => key),
    items: Uint32Array.from(outcomes, ({ items }) => items),
    datapoints: Uint32Array.from(outcomes, ({ datapoints }) => datapoints),
    checks: Uint32Array.from(outcomes, ({ checks }) => checks),
    encodedIndexes: Int32Array.from(outcomes, ({ encodedIndex = -1 }) => encodedIndex),
    special: new Map(outcomes.flatMap((outcome, index) => (isSpecial(outcome) ? [[index, specialOf(outcome)]] : []))),
    tables: tables.map(({ bytes, ...table }) => ({ ...table, length: bytes.length })),
  };
  return serialize(head);
}

const isSpecial = ({ findings, retracted, orders, superseded, overLimit, broken, isErased }: TraceOutcome) =>
  findings.length + retracted.length + orders.length + superseded.length + overLimit > 0 ||
  broken !== undefined ||
  isErased === true;

function specialOf({ findings, retracted, orders, superseded, overLimit, broken, isErased }: TraceOutcome): Special {
  const some = { findings, retracted, orders, superseded, overLimit };
  return { ...some, ...(broken === undefined ? {} : { broken }), ...(isErased ? { isErased } : {}) };
}

const plain = { findings: [], retracted: [], orders: [], superseded: [], overLimit: 0 } as const;

function outcomesOf({ keys, items, datapoints, checks, encodedIndexes, special }: BatchHead): readonly TraceOutcome[] {
  return keys.map((key, index): TraceOutcome => {
    const space = key.indexOf(" ");
    const name = key.slice(space + 1);
    const encodedIndex = encodedIndexes[index] ?? -1;
    return {
      key,
      projectId: asProjectId(key.slice(0, space)),
      traceId: name.startsWith("#") ? "" : name,
      items: items[index] ?? 0,
      datapoints: datapoints[index] ?? 0,
      checks: checks[index] ?? 0,
      ...plain,
      ...special.get(index),
      ...(encodedIndex < 0 ? {} : { encodedIndex }),
    };
  });
}

/** Everything that is stored and reported for one processed write batch. */
export interface BatchResult extends Pick<SavedResult, "read"> {
  readonly outcomes: readonly TraceOutcome[];
  readonly tables: readonly SavedTable[];
}

/** Rows of one table in the saved result: `length` bytes from byte `start`. */
export interface SavedTable extends Omit<TableRows, "bytes"> {
  readonly start: number;
  readonly length: number;
}

const lengthBytes = 4;

export function encodeResult(head: Uint8Array, tables: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = new Uint8Array(lengthBytes);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return [length, head, ...tables];
}

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

export async function readResult(saved: Pick<SavedResult, "read">): Promise<BatchResult> {
  const length = await buffer(saved.read(0, lengthBytes));
  const head = await buffer(saved.read(lengthBytes, lengthBytes + length.readUInt32LE(0)));
  return resultOf(head, saved);
}
