interface Bar {
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly startMs: number;
  readonly durationMs: number;
}

/** Returns the lane of each bar: the first below its parent's that is free, so concurrent spans stack. */
export function lanesOf(bars: readonly Bar[]): { readonly lanes: readonly number[]; readonly count: number } {
  // A parent begins before its children, or with them and ends later.
  const order = bars
    .map((_, index) => index)
    .sort((left, right) => startOf(left) - startOf(right) || tookOf(right) - tookOf(left));
  const endOfLane: number[] = [];
  const laneOf = new Map<string, number>();
  const lanes = bars.map(() => 0);
  for (const index of order) {
    const bar = bars[index];
    if (!bar) continue;
    let lane = (laneOf.get(bar.parentSpanId ?? "") ?? -1) + 1;
    while ((endOfLane[lane] ?? 0) > bar.startMs) lane++;
    endOfLane[lane] = bar.startMs + bar.durationMs;
    laneOf.set(bar.spanId, lane);
    lanes[index] = lane;
  }
  return { lanes, count: endOfLane.length };

  function startOf(index: number): number {
    return bars[index]?.startMs ?? 0;
  }
  function tookOf(index: number): number {
    return bars[index]?.durationMs ?? 0;
  }
}
