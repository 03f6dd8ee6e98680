/** One query: the relevant documents and the ranked results, best first. */
export interface RankedRow {
  readonly relevant: readonly string[];
  readonly ranked: readonly string[];
}

/** Means over all rows at cutoff k. */
export interface RetrievalAtK {
  readonly k: number;
  /** Precision at k: relevant documents among the first k, divided by k. */
  readonly precision: number;
  /** Recall at k: share of the relevant documents among the first k. */
  readonly recall: number;
  /** Share of rows with at least one relevant document among the first k. */
  readonly hitRate: number;
  /** Reciprocal rank of the first relevant document, 0 if it is not among the first k. */
  readonly mrr: number;
  /** Mean average precision at k, normalized by the number of relevant documents, at most k. */
  readonly map: number;
  /** Normalized discounted cumulative gain with base 2 and binary relevance. */
  readonly ndcg: number;
}

/**
 * Computes retrieval metrics (Manning, Raghavan and Schütze, 2008, chapter 8). A duplicate document counts
 * once.
 */
export function retrievalMetrics(rows: readonly RankedRow[], ks: readonly number[]): readonly RetrievalAtK[] {
  return ks.map((k) => {
    const each = rows.map((row) => rowAtK(row, k));
    const mean = (pick: (row: Omit<RetrievalAtK, "k">) => number) =>
      each.length === 0 ? 0 : each.reduce((sum, row) => sum + pick(row), 0) / each.length;
    return {
      k,
      precision: mean(({ precision }) => precision),
      recall: mean(({ recall }) => recall),
      hitRate: mean(({ hitRate }) => hitRate),
      mrr: mean(({ mrr }) => mrr),
      map: mean(({ map }) => map),
      ndcg: mean(({ ndcg }) => ndcg),
    };
  });
}

const nothingFound = { precision: 0, recall: 0, hitRate: 0, mrr: 0, map: 0, ndcg: 0 };

function rowAtK({ relevant, ranked }: RankedRow, k: number): Omit<RetrievalAtK, "k"> {
  const wanted = new Set(relevant);
  // Ranks of the relevant documents, from 1.
  const ranks = [...new Set(ranked)].flatMap((id, index) => (index < k && wanted.has(id) ? [index + 1] : []));
  const [first] = ranks;
  if (first === undefined) return nothingFound;
  const possible = Math.min(k, wanted.size);
  const ideal = Array.from({ length: possible }, (_, index) => index + 1);
  return {
    precision: ranks.length / k,
    recall: ranks.length / wanted.size,
    hitRate: 1,
    mrr: 1 / first,
    map: ranks.reduce((sum, rank, index) => sum + (index + 1) / rank, 0) / possible,
    ndcg: gain(ranks) / gain(ideal),
  };
}

function gain(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
}
