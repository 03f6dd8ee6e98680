export { cutJson } from "./assembly/cut-json.ts";
export { fields } from "./clickhouse/fields.ts";
export { querySql } from "./clickhouse/query-sql.ts";
export { DatapointRow as DatapointRowJson, NewDatapoint, Verdict as VerdictJson } from "./contract/datapoint.ts";
export { datapointJson } from "./contract/datapoint-json.ts";
export { issueKinds } from "./issue-kind.ts";
export { bucketsOf, bucketTimes } from "./lists/buckets.ts";
export { facetFields, splitFields } from "./lists/facets.ts";
export { wholeTrace } from "./ports/datapoint-reader.ts";
export { contrastSql } from "./readers/contrast-sql.ts";
export { cursorOf, positionOf } from "./readers/cursor.ts";
export { createDialogHistoryReader } from "./readers/dialog-history.ts";
export { hourSource } from "./readers/hours.ts";
export { rowsAt } from "./readers/list.ts";
export { timeParam, withoutNulls } from "./readers/reads.ts";
export {
  bucketParams,
  bucketSql,
  chartShare,
  facetShare,
  failingByBucket,
  findingsInRange,
  inRange,
  matching,
  oneWeekAtATime,
  rangeParams,
} from "./readers/scope-sql.ts";
export { filedParams, verdictsOf } from "./readers/verdicts.ts";
export { checksKind, hourMs, usageKind } from "./rollups/kinds.ts";
export { latencyStep, rollupFields } from "./rollups/rollup-sql.ts";
export { createRollupWatermarks } from "./rollups/rollup-watermarks.ts";
export { createGivenCall } from "./routes/given-call.ts";
export { createPartReader } from "./routes/part-reader.ts";
export { recordCalls } from "./routes/record-calls.ts";
export { queryOf, rangeOf } from "./routes/requested-range.ts";
export { rowJson } from "./routes/row-json.ts";
export {
  storedBroughtVerdicts,
  storedCall,
  storedConversation,
  storedRunChecks,
  storedSimulation,
  storedTurns,
} from "./runs/stored-run.ts";
export { severities } from "./severity.ts";
export { contentAdvice } from "./sources/content-advice.ts";
export { spanOf } from "./sources/recorded-span.ts";
export { evidenceTargets } from "./text/evidence.ts";
export { ofNewestPart } from "./trace-readers/newest-part.ts";
export { afterDriver, afterFailure, afterJudge, afterTarget, newConversation } from "./traces/conversation.ts";
export { storedEvidence, storedMeter, storedOutcome } from "./verdicts/stored-outcome.ts";
export { verdictStates } from "./verdicts/verdict.ts";
export { verdictJson } from "./verdicts/verdict-json.ts";
