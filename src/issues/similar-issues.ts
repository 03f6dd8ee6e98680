import { runSimilarity } from "../platform/text/runs.ts";
import { wordsOf } from "../platform/text/words.ts";
import type { Issue } from "./issue.ts";

/** An issue that may have the same cause as another one, with a score from 0 to 1 and what the two share. */
export interface SimilarIssue {
  readonly issue: Issue;
  readonly score: number;
  readonly reasons: readonly string[];
}

type Compared = Pick<Issue, "id" | "check" | "errorType" | "monitorId" | "title" | "explanation">;

const leastScore = 0.4;
const leastWords = 0.25;

/**
 * Returns issues with similar text, most similar first: the words of title and explanation (Jaccard, without
 * numbers) count most, the check that found them the rest. Findings of one check with different explanations
 * are not similar.
 */
export function similarIssues(issue: Compared, others: readonly Issue[]): readonly SimilarIssue[] {
  const own = wordsOfIssue(issue);
  return others
    .filter(({ id }) => id !== issue.id)
    .map((other) => {
      const words = runSimilarity(own, wordsOfIssue(other), 1);
      const sameError = issue.errorType !== undefined && issue.errorType === other.errorType;
      const sameCheck = issue.check === other.check;
      const sameMonitor = issue.monitorId === other.monitorId;
      const score = 0.6 * words + (sameError || sameCheck ? 0.3 : 0) + (sameMonitor ? 0.1 : 0);
      const reasons = [
        ...(sameError ? ["same type of error"] : sameCheck ? ["same check"] : []),
        ...(sameMonitor ? ["same monitor"] : []),
        `${Math.round(words * 100)} % of the words are the same`,
      ];
      return { issue: other, score, words, reasons };
    })
    .filter(({ score, words }) => score >= leastScore && words >= leastWords)
    .sort((left, right) => right.score - left.score || right.issue.lastSeenAt - left.issue.lastSeenAt)
    .map(({ issue: other, score, reasons }) => ({ issue: other, score, reasons }));
}

/** Ignores numbers, so that order 8812 and order 9920 give the same words. */
const wordsOfIssue = ({ title, explanation }: Compared): readonly string[] =>
  wordsOf(`${title} ${explanation}`.toLowerCase()).filter((word) => !/\d/.test(word));
