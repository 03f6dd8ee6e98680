import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { TraceSkeleton, Waterfall } from "../traces/trace-tree.ts";

const rememberedTraces = 6;

/** A million spans take about forty megabytes. */
const rememberedSpans = 1_500_000;

const rememberedMs = 10_000;

/** Caches the last trees for a moment, because consecutive windows of one trace are requested. */
export function remembering(
  now: () => number,
  read: (project: ProjectId, traceId: string) => Promise<ReadTree | undefined>,
): (project: ProjectId, traceId: string) => Promise<ReadTree | undefined> {
  const known = new Map<string, { readonly at: number; readonly tree: Promise<ReadTree | undefined>; spans: number }>();
  return (project, traceId) => {
    const key = `${project} ${traceId}`;
    const before = known.get(key);
    if (before && now() - before.at < rememberedMs) return before.tree;
    const tree = read(project, traceId);
    const entry = { at: now(), tree, spans: 0 };
    known.delete(key);
    known.set(key, entry);
    tree.then(
      (read) => {
        entry.spans = read?.skeleton.ids.length ?? 0;
        evict();
      },
      () => known.delete(key),
    );
    evict();
    return tree;
  };

  /** Evicts the oldest first; the newest stays, however large it is. */
  function evict(): void {
    for (const oldest of known.keys()) {
      const spans = [...known.values()].reduce((sum, entry) => sum + entry.spans, 0);
      if (known.size === 1 || (known.size <= rememberedTraces && spans <= rememberedSpans)) return;
      known.delete(oldest);
    }
  }
}

export interface ReadTree {
  readonly skeleton: TraceSkeleton;
  readonly waterfall: Waterfall;
  readonly from: number;
  readonly filed: Range;
  readonly durationMs: number;
  readonly spanCount: number;
  readonly isCut: boolean;
  readonly services: readonly string[];
  readonly overview: readonly { readonly spans: number; readonly errors: number }[];
}
