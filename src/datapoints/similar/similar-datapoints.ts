import { cosine } from "../../platform/embeddings/cosine.ts";
import type { Embedded, Embedder } from "../../platform/embeddings/embedder.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { DatapointReader, DatapointRow } from "../ports/datapoint-reader.ts";
import type { Query } from "../query/ast.ts";

/** Which text of a call is compared. */
export const comparedTexts = ["input", "output"] as const;
export type ComparedText = (typeof comparedTexts)[number];

export interface SimilarRequest {
  /** What is searched for, in words. */
  readonly text: string;
  readonly compare: ComparedText;
  /** Only datapoints that match it are compared. */
  readonly query: Query;
  readonly range: Range;
  /** The newest this many are compared. */
  readonly newest: number;
  readonly limit: number;
}

export interface SimilarRow {
  readonly row: DatapointRow;
  /** Cosine of the two texts, -1..1. */
  readonly similarity: number;
}

export interface SimilarResult {
  readonly kind: "found";
  /** Most similar first. */
  readonly items: readonly SimilarRow[];
  /** How many datapoints were compared, and how many different texts they have. */
  readonly compared: number;
  readonly texts: number;
  readonly model: string;
}

interface SimilarDependencies {
  readonly datapoints: Pick<DatapointReader, "list">;
  readonly embedder: Embedder;
}

/** Searches by meaning. The first 300 characters of each text are compared: those that lists show. */
export type SimilarDatapoints = (
  project: ProjectId,
  request: SimilarRequest,
) => Promise<SimilarResult | (Embedded & { readonly kind: "unavailable" })>;

const pageSize = 1_000;

export function createSimilarDatapoints({ datapoints, embedder }: SimilarDependencies): SimilarDatapoints {
  return async (project, { text, compare, query, range, newest, limit }) => {
    const read = await newestRows(project, { query, range, newest });
    const rows = read.map((row) => ({ row, text: textOf(row, compare) })).filter((each) => each.text !== "");
    const texts = [...new Set(rows.map((each) => each.text))];
    const embedded = await embedder.embed([text, ...texts], { tenant: project });
    if (embedded.kind === "unavailable") return embedded;
    const [wanted = new Float32Array(), ...vectors] = embedded.vectors;
    const similarities = new Map(vectors.map((vector, at) => [texts[at], cosine(wanted, vector) ?? 0]));
    const items = rows
      .map((each) => ({ row: each.row, similarity: similarities.get(each.text) ?? 0 }))
      .toSorted((one, other) => other.similarity - one.similarity)
      .slice(0, limit);
    return { kind: "found", items, compared: rows.length, texts: texts.length, model: embedder.model };
  };

  async function newestRows(
    project: ProjectId,
    { query, range, newest }: Pick<SimilarRequest, "query" | "range" | "newest">,
  ): Promise<readonly DatapointRow[]> {
    const rows: DatapointRow[] = [];
    let cursor: string | undefined;
    do {
      const limit = Math.min(pageSize, newest - rows.length);
      const page = await datapoints.list(project, query, range, { limit, ...(cursor === undefined ? {} : { cursor }) });
      rows.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined && rows.length < newest);
    return rows;
  }
}

const textOf = (row: DatapointRow, compare: ComparedText) =>
  (compare === "input" ? row.inputPreview : row.outputPreview).trim();
