export type { CheckDescription, CodeCheck, ScoreDirection } from "./check.ts";
export type { InputForm } from "./collected-input.ts";
export { type CheckDefinition, versionOf } from "./custom/custom-check.ts";
export {
  type FoundBefore,
  type Job,
  type JobOrder,
  optionsDigest,
  type SlowRequest,
  verdictOf,
  withPending,
} from "./jobs/job.ts";
export type { Queue } from "./jobs/queue-health.ts";
export type { JudgeKind, JudgeModel } from "./judges/judge.ts";
export type { TemplateValues } from "./judges/prompt-template.ts";
export type { ClassificationMetrics } from "./metrics/classification.ts";
export type { ConversationMetrics } from "./metrics/conversations.ts";
export type { InvarianceMetrics, SimilarityLevel, VariedAnswer } from "./metrics/invariance.ts";
export type { RetrievalAtK } from "./metrics/retrieval.ts";
export type { TrajectoryMetrics } from "./metrics/trajectories.ts";
export { isOverLimit, overLimitPattern, overLimitReason, shareOfLimit } from "./minute-limit.ts";
export type { CheckCostReader } from "./ports/check-costs.ts";
export type { CheckHistoryReader } from "./ports/check-history.ts";
export type {
  CheckRunStore,
  CustomCheckStore,
  SampleReader,
  VerdictLabelStore,
  VerdictTally,
} from "./ports/custom-checks.ts";
export type { JobReader, JobStore, JudgedStore } from "./ports/jobs.ts";
export type { CallJudgeModel, JudgeCallOutcome, JudgeGate, JudgeStore, Judging, SpendStore } from "./ports/judges.ts";
export type { CallModel, ChatMessageJson, ModelCall, ModelLocation, ModelReply } from "./ports/model-calls.ts";
export type { MonitorsUsing } from "./ports/monitors.ts";
export type { StoreVerdicts } from "./ports/store-verdicts.ts";
export type { Check, CheckRequest } from "./stages/check.ts";
export type { TryDefinition } from "./stages/custom-check-trial.ts";
export type { Evaluate } from "./stages/evaluate.ts";
export type { EvaluateApart } from "./stages/evaluate-apart.ts";
export type { EvaluationJobs } from "./stages/evaluation-jobs.ts";
export type { JobRunner } from "./stages/job-runner.ts";
export type { KnownChecks } from "./stages/known-checks.ts";
export { type UnfinishedCheck, unfinishedCheckAt, withUnfinished } from "./stages/unfinished-checks.ts";
export type { Tone } from "./tones.ts";
export { broughtVerdicts } from "./verdicts/brought-verdict.ts";
export { type CheckHistory, type HistoryKey, historyName, type Values } from "./verdicts/check-history.ts";
export type { CheckRun, RunItem, VerdictLabel } from "./verdicts/check-run.ts";
