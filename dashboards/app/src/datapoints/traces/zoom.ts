export interface Zoom {
  /** Milliseconds after the start of the trace. */
  readonly from: number;
  readonly to: number;
}

/** Parses `range=120-450` of a trace's address: milliseconds after its start. */
export function zoomOf(range: string | undefined, durationMs: number): Zoom {
  const [from = Number.NaN, to = Number.NaN] = (range ?? "").split("-").map(Number);
  return from >= 0 && from < to ? { from, to } : { from: 0, to: Math.max(durationMs, 0.001) };
}
