import type { IssueId } from "../../platform/ids.ts";

/** A group of findings of one check and monitor that are about the same thing. */
export interface Topic {
  /** Of the issue that it has, or would have. */
  readonly id: IssueId;
  /** False: its findings count for the issue of the check, because there are too many topics. */
  readonly hasIssue: boolean;
  /** Topics of a check are numbered in the order in which they appeared. */
  readonly number: number;
  /** Number of findings. */
  readonly size: number;
  /** Time of its newest call, Unix milliseconds. */
  readonly lastAt: number;
  /** Sum of the word vectors of all its texts. */
  readonly words: Float32Array;
  /** Sum of the vectors by the embedding model, of the texts that have one. Vectors of two kinds are never added. */
  readonly meaning?: MeaningSum;
  /** Number of its texts with each phrase, the first phrases of the first text first. */
  readonly phrases: ReadonlyMap<string, number>;
  /** The phrases that tell it from the other topics, the best first. */
  readonly shown: readonly string[];
}

export interface MeaningSum {
  readonly sum: Float32Array;
  readonly texts: number;
}

/** What a finding is about, as it is compared. */
export interface TopicText {
  /** Of length 1. */
  readonly words: Float32Array;
  /** Of length 1, by the embedding model; absent where it is not available or does not know the language. */
  readonly meaning?: Float32Array;
  readonly phrases: readonly string[];
}
