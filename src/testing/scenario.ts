import type { Json } from "../datapoints/datapoint.ts";
import { digest } from "../platform/crypto/digest.ts";
import type { DatapointId, ProjectId, ScenarioSetId, TestRunId } from "../platform/ids.ts";
import { canonicalJson } from "../platform/json/json.ts";

/** Where a row comes from, when nobody wrote it. */
export interface ScenarioOrigin {
  /** The row it was generated from. */
  readonly seedId?: string;
  /** How it was generated. */
  readonly generator?: string;
  /** The model call it was collected from. */
  readonly datapointId?: DatapointId;
  /** The test run that failed on it. */
  readonly testRunId?: TestRunId;
}

/** One thing to try: an input, and what should come of it. */
export interface ScenarioRow {
  /** Named by its input: the same input keeps its id in every version of a set, so that runs can be compared by row. */
  readonly id: string;
  readonly input: Json;
  /** What is expected; null where nobody has said. A list of ids for a retrieval, a label for a classification. */
  readonly result: Json;
  readonly origin: ScenarioOrigin;
}

/** Rows to try models on. A version never changes; a change of rows is the next version. */
export interface ScenarioSet {
  readonly id: ScenarioSetId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** The newest, from 1. */
  readonly version: number;
  /** How many it has. */
  readonly rows: number;
  readonly tags: readonly string[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Seed {
  readonly input: Json;
  readonly result: Json;
  readonly origin?: ScenarioOrigin;
}

/** A seed that nobody wrote. */
export interface CollectedSeed extends Seed {
  readonly origin: ScenarioOrigin;
}

/** Equal for equal inputs. */
export const keyOfInput = (input: Json): string => canonicalJson(input);

/** Seeds with their ids. Equal inputs are told apart by their order. */
export function scenarioRows(seeds: readonly Seed[]): readonly ScenarioRow[] {
  const before = new Map<string, number>();
  return seeds.map(({ input, result, origin = {} }) => {
    const text = keyOfInput(input);
    const nth = (before.get(text) ?? 0) + 1;
    before.set(text, nth);
    return { id: digest("scenario", text, `${nth}`), input, result, origin };
  });
}
