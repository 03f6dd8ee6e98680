/** One query: what should be found, and what was found, best first. */
export interface RankedRow {
  readonly relevant: readonly string[];
  readonly ranked: readonly string[];
}

/** Means over all rows, looking at the first k of each ranking. */
export interface RetrievalAtK {
  readonly k: number;
  /** Share of the k places that hold a relevant document; a ranking shorter than k has empty places. */
  readonly precision: number;
  /** Share of the relevant documents among the first k. */
  readonly recall: number;
  /** Share of rows with at least one relevant document among the first k. */
  readonly hitRate: number;
  /** Reciprocal of the place of the first relevant document, 0 when it is not among the first k. */
  readonly mrr: number;
  /** Average precision: its mean over the relevant documents that k places can hold. */
  readonly map: number;
  /** Discounted cumulative gain with base 2 and binary relevance, over the best possible one. */
  readonly ndcg: number;
}

/** Metrics of a retrieval (Manning, Raghavan and Schütze, 2008, chapter 8). A document found twice counts once. */
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
  // Places of the relevant documents, from 1.
  const places = [...new Set(ranked)].flatMap((id, index) => (index < k && wanted.has(id) ? [index + 1] : []));
  const [first] = places;
  if (first === undefined) return nothingFound;
  const possible = Math.min(k, wanted.size);
  const ideal = Array.from({ length: possible }, (_, index) => index + 1);
  return {
    precision: places.length / k,
    recall: places.length / wanted.size,
    hitRate: 1,
    mrr: 1 / first,
    map: places.reduce((sum, place, index) => sum + (index + 1) / place, 0) / possible,
    ndcg: gain(places) / gain(ideal),
  };
}

function gain(places: readonly number[]): number {
  return places.reduce((sum, place) => sum + 1 / Math.log2(place + 1), 0);
}
