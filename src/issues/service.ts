export { issueGroups } from "./issue-group.ts";
export { decideFinding, decideRunEnded } from "./issue-rules.ts";
export { facetSql, hourlyMetrics, metricsSource, rowSource } from "./readers/metrics-source.ts";
export { createIssueReading } from "./routes/issue-reading.ts";
