/** How fast a body must arrive. */
export interface BodyPace {
  /** Base time limit for a body, in milliseconds … */
  readonly timeoutMs: number;
  /** … extended by one second for each of these many bytes received. */
  readonly bytesPerSecond: number;
}

/** Returns how many milliseconds are left for a body of which this much arrived in `elapsedMs`; negative if it is late. */
export function bodyTimeLeftMs(pace: BodyPace, receivedBytes: number, elapsedMs: number): number {
  return pace.timeoutMs + (receivedBytes / pace.bytesPerSecond) * 1000 - elapsedMs;
}

/** Calls `onLate` once when a body falls behind its pace. Returns a function that ends the watch. */
export function startBodyDeadline(pace: BodyPace, receivedBytes: () => number, onLate: () => void): () => void {
  const startedAt = performance.now();
  let timer = setTimeout(check, pace.timeoutMs);
  return () => clearTimeout(timer);

  function check(): void {
    const leftMs = bodyTimeLeftMs(pace, receivedBytes(), performance.now() - startedAt);
    if (leftMs > 0) timer = setTimeout(check, leftMs);
    else onLate();
  }
}
