import type { DatapointId } from "../../platform/ids.ts";

/** A span as a waterfall draws it: its position and duration, without attributes. */
export interface SpanOutline {
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  /** Unix milliseconds with fractions. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: "unset" | "ok" | "error";
  readonly service?: string;
  readonly datapointId?: DatapointId;
}

/**
 * What determines the shape of a trace, a million spans in a few dozen megabytes: columns in order of start. An
 * id is its 16 hexadecimal digits as a number.
 */
export interface TraceSkeleton {
  readonly ids: BigUint64Array;
  /** 0: none. */
  readonly parents: BigUint64Array;
  readonly hasFailed: Uint8Array;
  /** Name numbers: equal names have the same number. */
  readonly names: Uint32Array;
  /** Unix milliseconds with fractions. */
  readonly startedAt: Float64Array;
  readonly durationMs: Float64Array;
}

/** Spans in waterfall order, as columns by row. */
export interface Waterfall {
  /** The span of each row, as its index in the skeleton. */
  readonly spans: Int32Array;
  readonly depths: Int32Array;
  /** Number of spans below it, at any depth. */
  readonly descendants: Int32Array;
}

/** Yields to other work after this many steps. */
const stepsAtOnce = 50_000;

/**
 * Orders parents before children and siblings by time. A span whose parent never arrived is at the top; a cycle
 * starts at its first span, so every span has exactly one row. Yields regularly, because ordering a million
 * spans takes long.
 */
export function* waterfallOf({ ids, parents }: TraceSkeleton): Generator<void, Waterfall> {
  const count = ids.length;
  const parentOf = yield* foundParents(ids, parents);
  const { first, children } = childrenOf(parentOf);
  const [spans, depths] = [new Int32Array(count), new Int32Array(count)];
  const isPlaced = new Uint8Array(count);
  const stack = new Int32Array(count + 1);
  const depthOf = new Int32Array(count);
  let rows = 0;
  for (const wanted of ["roots", "rest"] as const) {
    for (let root = 0; root < count; root++) {
      if (isPlaced[root] || (wanted === "roots" && (parentOf[root] ?? -1) >= 0)) continue;
      const before = rows;
      visit(root);
      if (Math.floor(before / stepsAtOnce) !== Math.floor(rows / stepsAtOnce)) yield;
    }
  }
  return { spans, depths, descendants: descendantsOf(depths) };

  /** A span is marked when it is pushed onto the stack, so that it is visited once. */
  function visit(root: number): void {
    let top = 0;
    stack[top++] = root;
    isPlaced[root] = 1;
    depthOf[root] = 0;
    while (top > 0) {
      const span = stack[--top] ?? 0;
      const depth = depthOf[span] ?? 0;
      spans[rows] = span;
      depths[rows++] = depth;
      for (let at = (first[span + 1] ?? 0) - 1; at >= (first[span] ?? 0); at--) {
        const child = children[at] ?? 0;
        if (isPlaced[child]) continue;
        isPlaced[child] = 1;
        depthOf[child] = depth + 1;
        stack[top++] = child;
      }
    }
  }
}

/** Returns the index of every span's parent; -1 if there is none, or it is not among the spans. */
function* foundParents(ids: BigUint64Array, parents: BigUint64Array): Generator<void, Int32Array> {
  const count = ids.length;
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));
  const slots = new Int32Array(size).fill(-1);
  const [own, named] = [halvesOf(ids), halvesOf(parents)];
  for (let span = 0; span < count; span++) {
    if (span % stepsAtOnce === 0) yield;
    let slot = slotOf(own, span);
    while ((slots[slot] ?? -1) >= 0 && !isSame(own, slots[slot] ?? 0, own, span)) slot = (slot + 1) & (size - 1);
    if ((slots[slot] ?? -1) < 0) slots[slot] = span;
  }
  const parentOf = new Int32Array(count).fill(-1);
  for (let span = 0; span < count; span++) {
    if (span % stepsAtOnce === 0) yield;
    if (isNone(named, span)) continue;
    let slot = slotOf(named, span);
    while ((slots[slot] ?? -1) >= 0 && !isSame(own, slots[slot] ?? 0, named, span)) slot = (slot + 1) & (size - 1);
    const parent = slots[slot] ?? -1;
    parentOf[span] = parent === span ? -1 : parent;
  }
  return parentOf;

  function slotOf(words: Uint32Array, at: number): number {
    const mixed = Math.imul(words[at * 2] ?? 0, 0x9e3779b1) ^ Math.imul(words[at * 2 + 1] ?? 0, 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (size - 1);
  }
}

/** Reads 64-bit numbers as two 32-bit halves: comparisons would otherwise allocate a bigint each. */
const halvesOf = (numbers: BigUint64Array) => new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
const isNone = (words: Uint32Array, at: number) => words[at * 2] === 0 && words[at * 2 + 1] === 0;
const isSame = (left: Uint32Array, one: number, right: Uint32Array, other: number) =>
  left[one * 2] === right[other * 2] && left[one * 2 + 1] === right[other * 2 + 1];

/**
 * Lists children of all spans in order of start; those of `span` are from `first[span]` to before `first[span +
 * 1]`.
 */
function childrenOf(parentOf: Int32Array) {
  const first = new Int32Array(parentOf.length + 1);
  for (const parent of parentOf) if (parent >= 0) first[parent + 1] = (first[parent + 1] ?? 0) + 1;
  for (let span = 0; span < parentOf.length; span++) first[span + 1] = (first[span + 1] ?? 0) + (first[span] ?? 0);
  const next = first.slice();
  const children = new Int32Array(first.at(-1) ?? 0);
  parentOf.forEach((parent, span) => {
    if (parent < 0) return;
    const at = next[parent] ?? 0;
    children[at] = span;
    next[parent] = at + 1;
  });
  return { first, children };
}

/** A row's descendants are the deeper rows that directly follow it. */
function descendantsOf(depths: Int32Array): Int32Array {
  const descendants = new Int32Array(depths.length);
  const open = new Int32Array(depths.length + 1);
  let top = 0;
  for (let row = 0; row <= depths.length; row++) {
    const depth = row < depths.length ? (depths[row] ?? 0) : 0;
    for (; top > depth; top--) {
      const ended = open[top - 1] ?? 0;
      descendants[ended] = row - ended - 1;
    }
    open[top++] = row;
  }
  return descendants;
}

export interface DrawnRows {
  readonly rows: Int32Array;
  /** First row after the ones it represents: itself, or a whole run of similar siblings. */
  readonly ends: Int32Array;
  /** Number of similar siblings in the run that starts here; they are one row while their end is after it. */
  readonly alike: Int32Array;
}

/** More consecutive siblings with one name than this are a run. */
export const aloneAtMost = 20;

export interface Folding {
  readonly folded: ReadonlySet<number>;
  /** First spans of runs that are expanded. */
  readonly opened: ReadonlySet<number>;
}

/**
 * Returns the rows that are visible while those spans are folded; a run of similar siblings is one row unless it
 * is opened.
 */
export function unfolded(waterfall: Waterfall, { names }: Pick<TraceSkeleton, "names">, folding: Folding): DrawnRows {
  const { spans, depths, descendants } = waterfall;
  const { folded, opened } = folding;
  const drawn = {
    rows: new Int32Array(spans.length),
    ends: new Int32Array(spans.length),
    alike: new Int32Array(spans.length),
  };
  /** Last measured row of the siblings at each depth, so that an opened run is measured once. */
  const seenUpTo = new Map<number, number>();
  let count = 0;
  for (let row = 0; row < spans.length; row++) {
    const span = spans[row] ?? 0;
    const depth = depths[row] ?? 0;
    const isRunKnown = row < (seenUpTo.get(depth) ?? 0);
    const run = isRunKnown ? { length: 1, end: row + 1 } : runAt(waterfall, names, row);
    const isRun = run.length > aloneAtMost;
    if (!isRunKnown) seenUpTo.set(depth, run.end);
    const isTogether = isRun && !opened.has(span);
    drawn.rows[count] = row;
    drawn.ends[count] = isTogether ? run.end : row + 1;
    drawn.alike[count++] = isRun ? run.length : 0;
    if (isTogether) row = run.end - 1;
    else if (folded.has(span)) row += descendants[row] ?? 0;
  }
  return {
    rows: drawn.rows.subarray(0, count),
    ends: drawn.ends.subarray(0, count),
    alike: drawn.alike.subarray(0, count),
  };
}

/**
 * Measures a run of siblings with one name from a row on: their number, and the end of the last one's
 * descendants.
 */
export function runAt({ spans, depths, descendants }: Waterfall, names: Uint32Array, row: number) {
  const nameAt = (at: number) => names[spans[at] ?? 0];
  let length = 0;
  let end = row;
  // The next sibling directly follows the descendants of this one.
  while (end < spans.length && depths[end] === depths[row] && nameAt(end) === nameAt(row)) {
    length++;
    end += (descendants[end] ?? 0) + 1;
  }
  return { length, end };
}

/** Returns the durations and failures of the similar siblings from a row on. */
export function runStatistics(
  { spans, descendants }: Waterfall,
  { startedAt, durationMs, hasFailed }: TraceSkeleton,
  { row, length }: { readonly row: number; readonly length: number },
) {
  const took = new Float64Array(length);
  let [at, failed, end] = [row, 0, 0];
  for (let sibling = 0; sibling < length; sibling++) {
    const span = spans[at] ?? 0;
    took[sibling] = durationMs[span] ?? 0;
    failed += hasFailed[span] ?? 0;
    end = Math.max(end, (startedAt[span] ?? 0) + (durationMs[span] ?? 0));
    at += (descendants[at] ?? 0) + 1;
  }
  return { p95Ms: took.sort()[Math.ceil(length * 0.95) - 1] ?? 0, failed, end };
}

const longestAtMost = 1000;

/** Returns the spans with the longest durations, longest first: the visible ones in an overview. */
export function longest({ spans }: Waterfall, { durationMs }: Pick<TraceSkeleton, "durationMs">): DrawnRows {
  const least = durationMs.slice().sort()[Math.max(0, durationMs.length - longestAtMost)] ?? 0;
  const tookAt = (row: number) => durationMs[spans[row] ?? 0] ?? 0;
  const found: number[] = [];
  for (let row = 0; row < spans.length; row++) if (tookAt(row) >= least) found.push(row);
  const rows = Int32Array.from(found.sort((left, right) => tookAt(right) - tookAt(left)).slice(0, longestAtMost));
  return { rows, ends: rows.map((row) => row + 1), alike: new Int32Array(rows.length) };
}

const overviewParts = 120;

/** Counts active and failed spans in each part of the trace's duration. */
export function overviewOf({ startedAt, durationMs, hasFailed }: TraceSkeleton, from: number, wholeMs: number) {
  const changes = [new Int32Array(overviewParts + 1), new Int32Array(overviewParts + 1)] as const;
  const at = (ms: number) => Math.max(0, Math.min(overviewParts - 1, Math.floor((ms / wholeMs) * overviewParts)));
  for (let span = 0; span < startedAt.length; span++) {
    const start = (startedAt[span] ?? 0) - from;
    const [begins, ends] = [at(start), at(start + (durationMs[span] ?? 0)) + 1];
    for (const change of hasFailed[span] ? changes : [changes[0]]) {
      change[begins] = (change[begins] ?? 0) + 1;
      change[ends] = (change[ends] ?? 0) - 1;
    }
  }
  let [spans, errors] = [0, 0];
  return Array.from({ length: overviewParts }, (_, part) => {
    spans += changes[0][part] ?? 0;
    errors += changes[1][part] ?? 0;
    return { spans, errors };
  });
}

/** Returns the index of the span with this id; -1 for none. */
export const indexOfSpan = ({ ids }: TraceSkeleton, spanId: string): number =>
  /^[0-9a-f]{1,16}$/.test(spanId) ? ids.indexOf(BigInt(`0x${spanId}`)) : -1;

export const idAt = ({ ids }: TraceSkeleton, span: number): string => (ids[span] ?? 0n).toString(16).padStart(16, "0");
