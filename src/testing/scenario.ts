import { digest } from "../platform/crypto/digest.ts";
import type { DatapointId, ProjectId, ScenarioSetId, TestRunId } from "../platform/ids.ts";
import type { Json } from "../platform/json/json.ts";
import { canonicalJson } from "../platform/json/json.ts";

/** Origin of a row that nobody wrote by hand. */
export interface ScenarioOrigin {
  readonly seedId?: string;
  readonly generator?: string;
  /** The model call it was collected from. */
  readonly datapointId?: DatapointId;
  readonly testRunId?: TestRunId;
}

/** One test case: an input and the expected result. */
export interface ScenarioRow {
  /**
   * Derived from the input: the same input keeps its id in every version of a set, so that runs can be compared
   * by row.
   */
  readonly id: string;
  readonly input: Json;
  /** Expected result; null if open. A list of ids for retrieval, a label for classification. */
  readonly result: Json;
  readonly origin: ScenarioOrigin;
}

/** Rows to test models with. Versions are immutable; changed rows form the next version. */
export interface ScenarioSet {
  readonly id: ScenarioSetId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** The newest version, from 1. */
  readonly version: number;
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

/** A seed with an origin. */
export interface CollectedSeed extends Seed {
  readonly origin: ScenarioOrigin;
}

/** Returns equal keys for equal inputs. */
export const keyOfInput = (input: Json): string => canonicalJson(input);

/** Assigns ids to seeds. Equal inputs are distinguished by their order. */
export function scenarioRows(seeds: readonly Seed[]): readonly ScenarioRow[] {
  const before = new Map<string, number>();
  return seeds.map(({ input, result, origin = {} }) => {
    const text = keyOfInput(input);
    const nth = (before.get(text) ?? 0) + 1;
    before.set(text, nth);
    return { id: digest("scenario", text, `${nth}`), input, result, origin };
  });
}
