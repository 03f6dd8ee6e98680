const minuteMs = 60_000;
const countBits = 32n;
const countMask = (1n << countBits) - 1n;

/** Memory for one count, to be shared by threads. */
export const minuteMemory = (): SharedArrayBuffer => new SharedArrayBuffer(8);

/**
 * Takes one of `most` that may be taken in the minute of `now` (Unix milliseconds); false when they are taken. Threads that
 * share the memory take of the same: minute and count are one word, which is changed at once or not at all.
 */
export function takeInMinute(memory: SharedArrayBuffer, most: number, now: number): boolean {
  const cell = new BigUint64Array(memory);
  const minute = BigInt(Math.floor(now / minuteMs));
  for (;;) {
    const seen = Atomics.load(cell, 0);
    const taken = seen >> countBits === minute ? seen & countMask : 0n;
    if (taken >= BigInt(most)) return false;
    if (Atomics.compareExchange(cell, 0, seen, (minute << countBits) | (taken + 1n)) === seen) return true;
  }
}
