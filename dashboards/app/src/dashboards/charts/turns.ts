const waiting = new Set<() => void>();

/**
 * Queues drawing: one job per task, in request order, so that a click is handled between jobs. Returns a
 * function that cancels the job; calling it late is safe.
 */
export function inTurn(draw: () => void): () => void {
  waiting.add(draw);
  if (waiting.size === 1) setTimeout(next);
  return () => waiting.delete(draw);
}

function next(): void {
  const [first] = waiting;
  if (!first) return;
  waiting.delete(first);
  if (waiting.size > 0) setTimeout(next);
  first();
}
