const waiting = new Set<() => void>();

/**
 * Drawing that waits for its turn: one after another in the order in which it was asked for, each in a task of its own,
 * so that a press in between is answered after one of them. Returns how to take it back; it is safe to do so late.
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
