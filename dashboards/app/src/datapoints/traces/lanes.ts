interface Bar {
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly startMs: number;
  readonly durationMs: number;
}

/**
 * For each bar the lane that it is drawn in: below its parent's, and the first of those where nothing else is at that
 * time. Spans of one parent that run side by side are below each other so.
 */
export function lanesOf(bars: readonly Bar[]): { readonly lanes: readonly number[]; readonly count: number } {
  // A parent begins before its children, or with them and ends later.
  const order = bars
    .map((_, place) => place)
    .sort((left, right) => startOf(left) - startOf(right) || tookOf(right) - tookOf(left));
  const endOfLane: number[] = [];
  const laneOf = new Map<string, number>();
  const lanes = bars.map(() => 0);
  for (const place of order) {
    const bar = bars[place];
    if (!bar) continue;
    let lane = (laneOf.get(bar.parentSpanId ?? "") ?? -1) + 1;
    while ((endOfLane[lane] ?? 0) > bar.startMs) lane++;
    endOfLane[lane] = bar.startMs + bar.durationMs;
    laneOf.set(bar.spanId, lane);
    lanes[place] = lane;
  }
  return { lanes, count: endOfLane.length };

  function startOf(place: number): number {
    return bars[place]?.startMs ?? 0;
  }
  function tookOf(place: number): number {
    return bars[place]?.durationMs ?? 0;
  }
}
