import type { DatapointId, IssueId, ProjectId } from "../../platform/ids.ts";
import type { Topic } from "../topics/topic.ts";

/** The topics of one check and monitor, oldest first. */
export interface KnownTopics {
  readonly topics: readonly Topic[];
  /** The issues of these datapoints' findings, as far as they have been assigned before. */
  readonly assigned: ReadonlyMap<DatapointId, IssueId>;
  /** State of the issue of the check, if it exists. */
  readonly baseState?: string;
}

export interface TopicChange {
  readonly topics: readonly Topic[];
  readonly assigned: ReadonlyMap<DatapointId, IssueId>;
}

/** Topics in the records, so that processes that share them agree. `base`: the issue of the check and the monitor. */
export interface TopicStore {
  /**
   * Reads the topics, lets `decide` add findings to them, and writes what changed, in one transaction, serialized per
   * project. `decide` is pure and may be called again. A finding that was assigned stays where it is for two weeks.
   */
  assign(
    project: ProjectId,
    base: IssueId,
    datapoints: readonly DatapointId[],
    decide: (known: KnownTopics) => TopicChange,
  ): Promise<TopicChange>;
}
