export type { CallContent } from "./assembly/call-content.ts";
export type { CallFacts } from "./assembly/call-facts.ts";
export type { Cut } from "./assembly/cut-json.ts";
export { isJudgesOwn, originAttribute } from "./assembly/own-call.ts";
export type { Medium, Recognize, Recognized, TraceInput, TracePart } from "./assembly/recognition.ts";
export { rowTime } from "./clickhouse/row-time.ts";
export {
  type CallError,
  type Datapoint,
  type DialogHistory,
  type FailedStep,
  finishReasons,
  type Message,
  type Part,
  roles,
  type Usage,
} from "./datapoint.ts";
export { followInTrace, historyMessages, limitedHistory } from "./dialog/dialog-history.ts";
export type { DialogLink } from "./dialog/dialog-link.ts";
export { errorSeverities } from "./errors/error-advice.ts";
export { classifyError } from "./errors/error-classifier.ts";
export { type ErrorType, errorTypes } from "./errors/error-types.ts";
export { adviceFor } from "./errors/specific-advice.ts";
export { failureWords } from "./failures/failure-words.ts";
export { stepKindOf, stepNameOf } from "./failures/step-kind.ts";
export { isLibraryFrame } from "./failures/user-stack.ts";
export type { IssueKind } from "./issue-kind.ts";
export type { Buckets } from "./lists/buckets.ts";
export type { Contrast } from "./lists/contrast.ts";
export type { FacetField, SplitField } from "./lists/facets.ts";
export type { AssembledLog, AssembledSpan, TraceBatchRow } from "./ports/assembled-trace.ts";
export type { DatapointEvaluation, MonitorReading } from "./ports/datapoint-evaluation.ts";
export type {
  DatapointReader,
  DatapointRow,
  PartsRequest,
  StoredDatapoint,
  StoredReading,
  TraceParts,
  TraceReader,
  TraceSummary,
} from "./ports/datapoint-reader.ts";
export type { DialogHistoryReader } from "./ports/dialog-history-reader.ts";
export type { ProjectActivity } from "./ports/project-activity.ts";
export type { Scope } from "./ports/scope.ts";
export type { CallSender, SenderReader, SpanSender } from "./ports/sender-reader.ts";
export type { TraceOutlineReader } from "./ports/trace-outlines.ts";
export { contextWindowOf } from "./pricing/context-windows.ts";
export { costOf, listPrices, priceOf } from "./pricing/prices.ts";
export type { Query } from "./query/ast.ts";
export {
  attributeText,
  compileQuery,
  conditionFields,
  createMatcher,
  datapointFields,
  explain,
  type FieldSet,
  type Filter,
  type Matchable,
  matchable,
  parseQuery,
  printFieldValue,
  queryField,
  type Readers,
  type RequiredValue,
  readsTrace,
  requiredValues,
  requireQuery,
  type TypedReader,
  type Value,
  valuesIn,
  withoutField,
} from "./query/index.ts";
export { patternProblem } from "./query/regex.ts";
export type { ReaderDependencies, TimedReaderDependencies } from "./readers/reads.ts";
export { resendCount, retriesOf } from "./retries.ts";
export { type RowHead, writeDatapoint, writePayload } from "./rows/datapoint-rows.ts";
export { writeLog, writeMedium, writeSpan, writeTraceBatch } from "./rows/span-rows.ts";
export type { BroughtVerdict, RunCheck } from "./runs/run-check.ts";
export { type RunContext, runAttributes, runContextOf } from "./runs/run-context.ts";
export type { Simulation } from "./runs/simulation.ts";
export type { Severity } from "./severity.ts";
export { plainText } from "./shapes/messages/messages.ts";
export type { ContentAdvice, ContentSwitch } from "./sources/content-advice.ts";
export { retrievedText, sourceText } from "./sources/sources.ts";
export { distinctLogs, distinctSpans } from "./stages/parts.ts";
export type { Evidence, EvidenceTarget } from "./text/evidence.ts";
export { type Passage, recordedContext } from "./text/passages.ts";
export { phraseIn, phrasePattern, wholeWordPositions } from "./text/phrases.ts";
export { PreparedText } from "./text/prepared-text.ts";
export {
  contentDroppedKey,
  markerOf,
  type PersonalKind,
  type PrivacyRules,
  patternLimits,
  personalKinds,
  type RedactionPattern,
  redactionKinds,
  typeOfRule,
} from "./text/redaction.ts";
export type { Conversation, ConversationEnd, ConversationMessage, ConversationTurn } from "./traces/conversation.ts";
export {
  type EvaluationContext,
  type Metric,
  metricOf,
  metrics,
  type TraceSpan,
  traceSpanOf,
} from "./traces/evaluation-context.ts";
export { type Subject, subjectOf, type TextTarget, type ToolCall, textOf, toolCallsOf } from "./traces/subject.ts";
export type { Meter, Outcome, StoredVerdict, Verdict, VerdictState } from "./verdicts/verdict.ts";
