export { failedPart } from "./failed-part.ts";
export { findingsOf } from "./findings.ts";
export type { Finding, Issue } from "./issue.ts";
export type { IssueChange } from "./issue-change.ts";
export type { FindingReader, IssueCounts } from "./ports/findings.ts";
export type { IssueStore, IssueWatch } from "./ports/issues.ts";
export type { FindScenarioSet } from "./ports/scenario-sets.ts";
export type { GroupByTopic } from "./stages/group-by-topic.ts";
export type { Retracted, UpdateIssues } from "./stages/update-issues.ts";
