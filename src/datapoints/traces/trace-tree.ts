import type { DatapointId } from "../../platform/ids.ts";

/** One span as a waterfall draws it: where it stands and how long it took, without what it carries. */
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
 * What the shape of a trace follows from, a million spans in a few dozen megabytes: columns in order of start. An id is the
 * number that its 16 hexadecimal digits are.
 */
export interface TraceSkeleton {
  readonly ids: BigUint64Array;
  /** 0: none. */
  readonly parents: BigUint64Array;
  readonly hasFailed: Uint8Array;
  /** Of their names: equal ones have the same number. */
  readonly names: Uint32Array;
  /** Unix milliseconds with fractions. */
  readonly startedAt: Float64Array;
  readonly durationMs: Float64Array;
}

/** Spans in the order of a waterfall, columns by row. */
export interface Waterfall {
  /** The span of each row, as its place in the skeleton. */
  readonly spans: Int32Array;
  readonly depths: Int32Array;
  /** Spans below it, at any depth. */
  readonly descendants: Int32Array;
}

/** After so many steps another piece of work may have its turn. */
const stepsAtOnce = 50_000;

/**
 * Parents before children, siblings by time. A span whose parent never came stands at the top; one of a circle of parents
 * stands where the circle is entered first, so every span has exactly one row. Yields now and then: a million spans are
 * not put in order at one go.
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
      place(root);
      if (Math.floor(before / stepsAtOnce) !== Math.floor(rows / stepsAtOnce)) yield;
    }
  }
  return { spans, depths, descendants: descendantsOf(depths) };

  /** A span is marked when it is put on the stack, so that it is there once. */
  function place(root: number): void {
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

/** Of every span the place of its parent; -1 where there is none, or it is not among them. */
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

/** Numbers of 64 bits are read as two of 32: a bigint for each comparison would be made and thrown away. */
const halvesOf = (numbers: BigUint64Array) => new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
const isNone = (words: Uint32Array, at: number) => words[at * 2] === 0 && words[at * 2 + 1] === 0;
const isSame = (left: Uint32Array, one: number, right: Uint32Array, other: number) =>
  left[one * 2] === right[other * 2] && left[one * 2 + 1] === right[other * 2 + 1];

/** Children of all spans in one list, those of a span from `first[span]` to before `first[span + 1]`, in order of start. */
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

/** A row's descendants are the deeper rows right behind it. */
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

/** What of a waterfall is drawn, by place. */
export interface DrawnRows {
  /** The row of the waterfall. */
  readonly rows: Int32Array;
  /** The first row behind those that it stands for: behind itself, or behind the whole run of like siblings. */
  readonly ends: Int32Array;
  /** How many like siblings begin with it, where they are a run; they are one row while they end behind it. */
  readonly alike: Int32Array;
}

/** More siblings of one name after one another than these are a run. */
export const aloneAtMost = 20;

export interface Folding {
  readonly folded: ReadonlySet<number>;
  /** First spans of runs that are shown one by one. */
  readonly opened: ReadonlySet<number>;
}

/** The rows that are seen while those spans are folded; a run of like siblings is one row unless it is opened. */
export function unfolded(waterfall: Waterfall, { names }: Pick<TraceSkeleton, "names">, folding: Folding): DrawnRows {
  const { spans, depths, descendants } = waterfall;
  const { folded, opened } = folding;
  const drawn = {
    rows: new Int32Array(spans.length),
    ends: new Int32Array(spans.length),
    alike: new Int32Array(spans.length),
  };
  /** Up to which row the siblings of a depth have been looked at, so that an opened run is measured once. */
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

/** Siblings of one name that follow each other from a row on: how many, and where what is below the last of them ends. */
export function runAt({ spans, depths, descendants }: Waterfall, names: Uint32Array, row: number) {
  const nameAt = (at: number) => names[spans[at] ?? 0];
  let length = 0;
  let end = row;
  // The next sibling stands right behind what is below this one.
  while (end < spans.length && depths[end] === depths[row] && nameAt(end) === nameAt(row)) {
    length++;
    end += (descendants[end] ?? 0) + 1;
  }
  return { length, end };
}

/** How long the like siblings from a row on took, and how many failed. */
export function runFigures(
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

/** The spans that took longest, longest first: those that can be seen in a picture of the whole. */
export function longest({ spans }: Waterfall, { durationMs }: Pick<TraceSkeleton, "durationMs">): DrawnRows {
  const least = durationMs.slice().sort()[Math.max(0, durationMs.length - longestAtMost)] ?? 0;
  const tookAt = (row: number) => durationMs[spans[row] ?? 0] ?? 0;
  const found: number[] = [];
  for (let row = 0; row < spans.length; row++) if (tookAt(row) >= least) found.push(row);
  const rows = Int32Array.from(found.sort((left, right) => tookAt(right) - tookAt(left)).slice(0, longestAtMost));
  return { rows, ends: rows.map((row) => row + 1), alike: new Int32Array(rows.length) };
}

const overviewParts = 120;

/** How many spans, and failed ones, are under way in each part of the trace's time. */
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

/** The place of the span with this id; -1 for none. */
export const placeOf = ({ ids }: TraceSkeleton, spanId: string): number =>
  /^[0-9a-f]{1,16}$/.test(spanId) ? ids.indexOf(BigInt(`0x${spanId}`)) : -1;

export const idAt = ({ ids }: TraceSkeleton, span: number): string => (ids[span] ?? 0n).toString(16).padStart(16, "0");
