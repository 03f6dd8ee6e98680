import type { CodeCheck } from "../../check.ts";
import { avgTurnLatency } from "./avg-turn-latency.ts";
import { contextGrowth } from "./context-growth.ts";
import { finalAnswerPresent } from "./final-answer-present.ts";
import { handoffPingPong } from "./handoff-ping-pong.ts";
import { humanApprovalRecorded } from "./human-approval-recorded.ts";
import { loopGuard } from "./loop-guard.ts";
import { maxStepsExceeded } from "./max-steps-exceeded.ts";
import { maxTurnLatency } from "./max-turn-latency.ts";
import { retryStorm } from "./retry-storm.ts";
import { subagentDepth } from "./subagent-depth.ts";
import { traceCompleteness } from "./trace-completeness.ts";
import { traceErrorCount } from "./trace-error-count.ts";
import { traceRequiredSpans } from "./trace-required-spans.ts";
import { trajectoryEfficiency } from "./trajectory-efficiency.ts";
import { unbackedActionClaim } from "./unbacked-action-claim.ts";

export const agentsChecks: readonly CodeCheck[] = [
  loopGuard,
  finalAnswerPresent,
  maxStepsExceeded,
  traceErrorCount,
  unbackedActionClaim,
  avgTurnLatency,
  maxTurnLatency,
  traceCompleteness,
  traceRequiredSpans,
  humanApprovalRecorded,
  subagentDepth,
  retryStorm,
  handoffPingPong,
  contextGrowth,
  trajectoryEfficiency,
];
