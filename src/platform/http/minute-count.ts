const minuteMs = 60_000;
const countBits = 32n;
const countMask = (1n << countBits) - 1n;

export const minuteMemory = (): SharedArrayBuffer => new SharedArrayBuffer(8);

/**
 * Takes one of `most` permits for the minute of `now` (Unix milliseconds); returns false if none are left. Threads
 * that share the memory share the permits: minute and count are one word, which is changed atomically.
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
