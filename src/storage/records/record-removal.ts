import type { Transaction } from "kysely";
import type { DatapointId, IssueId, ProjectId } from "../../platform/ids.ts";
import type { Tables } from "./tables.ts";

/** Replaces texts that quoted a deleted call. */
export const goneText = "What it spoke of was deleted.";

/** The content of an issue after some of its occurrences were deleted. */
export interface IssueRemainder {
  readonly issueId: IssueId;
  /** The newest remaining occurrence; absent if none remains. */
  readonly sample?: { readonly datapointId: DatapointId; readonly title: string; readonly explanation: string };
}

export interface DeletedDatapoints {
  readonly project: ProjectId;
  readonly issues: readonly IssueRemainder[];
  readonly datapoints: readonly DatapointId[];
}

export type RemovedCounts = Readonly<Partial<Record<"runResults" | "testRuns" | "scenarioSets" | "models", number>>>;

/** What a module removes of its tables when data is deleted, inside the transaction of the deletion. */
export interface RecordRemoval {
  readonly datapoints?: (step: Transaction<Tables>, deleted: DeletedDatapoints) => Promise<RemovedCounts | void>;
  /** Removes what the project made before this time, Unix milliseconds. */
  readonly project?: (step: Transaction<Tables>, project: ProjectId, before: number) => Promise<RemovedCounts | void>;
}
