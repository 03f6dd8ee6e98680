import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { z } from "zod";

const State = z.strictObject({
  /** Created with the journal. */
  id: z.string(),
  /** Ascending: of several states in a damaged file, the newest is valid. */
  version: z.number(),
  nextSeq: z.number(),
  lastLetter: z.number(),
  /** All entries below have left the journal. */
  floor: z.number(),
  /** [from, to): entries above the floor that have left too. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
});
export type JournalState = z.infer<typeof State>;

export const emptyState = (id: string): JournalState => {
  return { id, version: 0, nextSeq: 1, lastLetter: 0, floor: 1, ranges: [] };
};

export const stateMagic = Buffer.from([0x89, 0x47, 0x66, 0x53, 0x74, 0x61, 0x0d, 0x02]);

/** Maximum number of stored ranges; beyond it, salvaging a damaged file processes some entries again. */
const maxStoredRanges = 1_000;

/** Encodes magic, length, CRC-32 and JSON, so that it can be found in a file that cannot be opened. */
export function encodeState(state: JournalState): Uint8Array {
  const text = Buffer.from(JSON.stringify({ ...state, ranges: state.ranges.slice(0, maxStoredRanges) }));
  const value = Buffer.alloc(16 + text.length);
  value.set(stateMagic);
  value.writeUInt32LE(text.length, 8);
  value.writeUInt32LE(crc32(text), 12);
  value.set(text, 16);
  return value;
}

/** Returns undefined if these bytes do not start with an undamaged state. */
export function decodeState(stored: Uint8Array | undefined): JournalState | undefined {
  if (!stored || stored.length < 16 || stateMagic.compare(stored, 0, 8) !== 0) return undefined;
  const value = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  const text = value.subarray(16, 16 + value.readUInt32LE(8));
  if (crc32(text) !== value.readUInt32LE(12)) return undefined;
  return State.parse(JSON.parse(text.toString()));
}

/** Whether ranges above the last stored one are unknown. */
export const isCut = ({ ranges }: JournalState) => ranges.length >= maxStoredRanges;

/** Adds a seq to the ones that have left. */
export function freeSeq(state: JournalState, seq: number): JournalState {
  if (isFreed(state, seq)) return state;
  const { ranges } = state;
  const at = firstAbove(ranges, seq);
  const [before, after] = [ranges[at - 1], ranges[at]];
  const joinsBefore = before?.[1] === seq;
  const joinsAfter = after?.[0] === seq + 1;
  const joined: [number, number] = [joinsBefore && before ? before[0] : seq, joinsAfter && after ? after[1] : seq + 1];
  const start = joinsBefore ? at - 1 : at;
  ranges.splice(start, (joinsBefore ? 1 : 0) + (joinsAfter ? 1 : 0), joined);
  if (ranges[0]?.[0] !== state.floor) return state;
  const [, floor] = ranges.shift() ?? joined;
  return { ...state, floor };
}

export function isFreed({ floor, ranges }: JournalState, seq: number): boolean {
  if (seq < floor) return true;
  const before = ranges[firstAbove(ranges, seq) - 1];
  return before !== undefined && seq < before[1];
}

/** Where the first range starts that begins above `seq`. */
function firstAbove(ranges: JournalState["ranges"], seq: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[0] ?? 0) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}
