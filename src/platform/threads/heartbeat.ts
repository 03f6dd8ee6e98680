import { workerData } from "node:worker_threads";

/** What a thread was working on: an item of its task, and the step that it took for it. Empty: none yet. */
export interface Position {
  readonly item: string;
  readonly step: string;
}

/** How a thread shows that it advances. A thread that stops calling these is terminated by its pool. */
export interface Heartbeat {
  /** Begins an item of the task. */
  item(name: string): void;
  /** Begins a step of the item. */
  step(name: string): void;
  /** Runs work that something else bounds, such as a write to a slow disk, without being watched. */
  unwatched<Result>(act: () => Result): Result;
}

/** Numbers at the start of the shared memory, before the bytes of the two names. */
const slots = { beats: 0, isUnwatched: 1, itemLength: 2, stepLength: 3 } as const;
const headBytes = 16;
const maxBytes = { item: 256, step: 256 } as const;

export const createHeartbeatMemory = () => new SharedArrayBuffer(headBytes + maxBytes.item + maxBytes.step);

interface Views {
  readonly numbers: Int32Array;
  readonly item: Uint8Array;
  readonly step: Uint8Array;
}

const viewsOf = (memory: SharedArrayBuffer): Views => ({
  numbers: new Int32Array(memory, 0, headBytes / 4),
  item: new Uint8Array(memory, headBytes, maxBytes.item),
  step: new Uint8Array(memory, headBytes + maxBytes.item, maxBytes.step),
});

const encoder = new TextEncoder();
/** Names of steps are few, so they are encoded once. */
const maxEncodedSteps = 5000;

function createHeartbeat(memory: SharedArrayBuffer): Heartbeat {
  const { numbers, item, step } = viewsOf(memory);
  const encodedSteps = new Map<string, Uint8Array>();
  return {
    item(name) {
      numbers[slots.itemLength] = encoder.encodeInto(name, item).written;
      numbers[slots.stepLength] = 0;
      Atomics.add(numbers, slots.beats, 1);
    },
    step(name) {
      const bytes = encodedSteps.get(name) ?? encoded(name);
      step.set(bytes);
      numbers[slots.stepLength] = bytes.length;
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

  function encoded(name: string): Uint8Array {
    const bytes = encoder.encode(name).subarray(0, maxBytes.step);
    if (encodedSteps.size < maxEncodedSteps) encodedSteps.set(name, bytes);
    return bytes;
  }
}

/** The number of steps so far; undefined while the thread is not watched: it is loading, or its work is bounded elsewhere. */
export function beatsOf(memory: SharedArrayBuffer): number | undefined {
  const { numbers } = viewsOf(memory);
  const beats = Atomics.load(numbers, slots.beats);
  return beats === 0 || Atomics.load(numbers, slots.isUnwatched) === 1 ? undefined : beats;
}

export function positionOf(memory: SharedArrayBuffer): Position {
  const { numbers, item, step } = viewsOf(memory);
  const text = (bytes: Uint8Array, length = 0) => Buffer.from(bytes.slice(0, length)).toString();
  return { item: text(item, numbers[slots.itemLength]), step: text(step, numbers[slots.stepLength]) };
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
