import type { DatapointId } from "./ids.ts";

/** One span as a waterfall draws it: where it stands and how long it took, without what it carries. */
export interface SpanOutline {
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  /** Unix milliseconds with fractions. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: "unset" | "ok" | "error";
  readonly service?: string;
  readonly datapointId?: DatapointId;
}

export interface TreeRow {
  readonly span: SpanOutline;
  readonly depth: number;
  /** Spans below it, at any depth. */
  readonly descendants: number;
  /** Its parent is named and was not received. */
  readonly isOrphan: boolean;
}

/**
 * Spans in the order of a waterfall: parents before children, siblings by time. A span whose parent never came stands at
 * the top; one of a circle of parents stands where the circle is entered first, so every span has exactly one row.
 */
export function treeOf(spans: readonly SpanOutline[]): readonly TreeRow[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const inTime = [...spans].sort((left, right) => left.startedAt - right.startedAt);
  const hasParent = ({ parentSpanId, spanId }: SpanOutline) =>
    parentSpanId !== undefined && parentSpanId !== spanId && known.has(parentSpanId);
  const children = Map.groupBy(inTime.filter(hasParent), ({ parentSpanId }) => parentSpanId);
  const rows: { span: SpanOutline; depth: number; descendants: number; isOrphan: boolean }[] = [];
  const placed = new Set<string>();
  for (const root of inTime) if (!hasParent(root)) place(root);
  for (const span of inTime) if (!placed.has(span.spanId)) place(span);
  countDescendants();
  return rows;

  function place(root: SpanOutline): void {
    const rest = [{ span: root, depth: 0 }];
    for (let next = rest.pop(); next; next = rest.pop()) {
      const { span, depth } = next;
      if (placed.has(span.spanId)) continue;
      placed.add(span.spanId);
      const isOrphan = depth === 0 && span.parentSpanId !== undefined;
      rows.push({ span, depth, descendants: 0, isOrphan });
      const below = children.get(span.spanId) ?? [];
      for (let index = below.length - 1; index >= 0; index--) {
        const child = below[index];
        if (child) rest.push({ span: child, depth: depth + 1 });
      }
    }
  }

  /** A row's descendants are the deeper rows right behind it. */
  function countDescendants(): void {
    const open: number[] = [];
    rows.forEach((row, index) => {
      while (open.length > row.depth) close(open.pop(), index);
      open.push(index);
    });
    while (open.length > 0) close(open.pop(), rows.length);
  }
  function close(at: number | undefined, end: number): void {
    const row = at === undefined ? undefined : rows[at];
    if (row) row.descendants = end - (at ?? 0) - 1;
  }
}

/** The rows that are seen while those spans are folded. */
export function unfolded(tree: readonly TreeRow[], folded: ReadonlySet<string>): readonly TreeRow[] {
  if (folded.size === 0) return tree;
  const seen: TreeRow[] = [];
  for (let index = 0; index < tree.length; index++) {
    const row = tree[index];
    if (!row) continue;
    seen.push(row);
    if (folded.has(row.span.spanId)) index += row.descendants;
  }
  return seen;
}
