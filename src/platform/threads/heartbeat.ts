import { workerData } from "node:worker_threads";

/** What a thread was working on: an item of its task, and the step that it took for it. Empty: none yet. */
export interface Position {
  readonly item: string;
  readonly step: string;
}

/** How a thread shows that it advances. A thread that stops calling these is terminated by its pool. */
export interface Heartbeat {
  /** Begins an item of the task, by its name or number. */
  item(name: string | number): void;
  /** Begins a step of the item. */
  step(name: string): void;
  /** Runs work that something else bounds, such as a write to a slow disk, without being watched. */
  unwatched<Result>(act: () => Result): Result;
}

/**
 * Numbers at the start of the shared memory, before the bytes of an item's name and of all names of steps. A step is
 * where its name begins and ends, so that beginning one writes three numbers.
 */
const slots = { beats: 0, isUnwatched: 1, itemLength: 2, itemNumber: 3, stepStart: 4, stepEnd: 5 } as const;
const headBytes = 32;
const maxBytes = { item: 256, step: 256, steps: 128 * 1024 } as const;
/** Length of an item's name if the item is a number. */
const isNumber = -1;

export const createHeartbeatMemory = () => new SharedArrayBuffer(headBytes + maxBytes.item + maxBytes.steps);

interface Views {
  readonly numbers: Int32Array;
  readonly item: Uint8Array;
  readonly steps: Uint8Array;
}

const viewsOf = (memory: SharedArrayBuffer): Views => ({
  numbers: new Int32Array(memory, 0, headBytes / 4),
  item: new Uint8Array(memory, headBytes, maxBytes.item),
  steps: new Uint8Array(memory, headBytes + maxBytes.item, maxBytes.steps),
});

const encoder = new TextEncoder();

interface Written {
  readonly start: number;
  readonly end: number;
}

function createHeartbeat(memory: SharedArrayBuffer): Heartbeat {
  const { numbers, item, steps } = viewsOf(memory);
  /** Where the names of steps are: they are few, and written once. */
  const written = new Map<string, Written>();
  let end = 0;
  return {
    item(name) {
      if (typeof name === "number") numbers[slots.itemNumber] = name;
      numbers[slots.itemLength] = typeof name === "number" ? isNumber : encoder.encodeInto(name, item).written;
      numbers[slots.stepEnd] = 0;
      Atomics.add(numbers, slots.beats, 1);
    },
    step(name) {
      const at = written.get(name) ?? write(name);
      numbers[slots.stepStart] = at.start;
      numbers[slots.stepEnd] = at.end;
      Atomics.add(numbers, slots.beats, 1);
    },
    unwatched(act) {
      const isOuter = Atomics.exchange(numbers, slots.isUnwatched, 1) === 0;
      try {
        return act();
      } finally {
        Atomics.add(numbers, slots.beats, 1);
        if (isOuter) Atomics.store(numbers, slots.isUnwatched, 0);
      }
    },
  };

  /** Once there is no room for more, the last place is used again. */
  function write(name: string): Written {
    const start = Math.min(end, maxBytes.steps - maxBytes.step);
    const at = { start, end: start + encoder.encodeInto(name, steps.subarray(start, start + maxBytes.step)).written };
    if (end === start) {
      written.set(name, at);
      end = at.end;
    }
    return at;
  }
}

/** The number of steps so far; undefined while the thread is not watched: it is loading, or its work is bounded elsewhere. */
export function beatsOf(memory: SharedArrayBuffer): number | undefined {
  const { numbers } = viewsOf(memory);
  const beats = Atomics.load(numbers, slots.beats);
  return beats === 0 || Atomics.load(numbers, slots.isUnwatched) === 1 ? undefined : beats;
}

export function positionOf(memory: SharedArrayBuffer): Position {
  const { numbers, item, steps } = viewsOf(memory);
  const text = (bytes: Uint8Array) => Buffer.from(bytes.slice()).toString();
  const [, , itemLength = 0, itemNumber = 0, stepStart = 0, stepEnd = 0] = numbers;
  return {
    item: itemLength === isNumber ? String(itemNumber) : text(item.subarray(0, itemLength)),
    step: stepEnd === 0 ? "" : text(steps.subarray(stepStart, stepEnd)),
  };
}

export interface HeartbeatData {
  readonly heartbeat: SharedArrayBuffer;
}

const unheard: Heartbeat = { item: () => undefined, step: () => undefined, unwatched: (act) => act() };

/** Returns the heartbeat of the current thread; one that nobody hears in a thread that no pool started. */
export function threadHeartbeat(): Heartbeat {
  const data = workerData as Partial<HeartbeatData> | null;
  return data?.heartbeat instanceof SharedArrayBuffer ? createHeartbeat(data.heartbeat) : unheard;
}
