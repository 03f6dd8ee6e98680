import type { CodeCheck } from "../../check.ts";
import { finalAnswerPresent, loopGuard } from "./loop-guard.ts";
import { contextGrowth, handoffPingPong, retryStorm, trajectoryEfficiency } from "./rounds.ts";
import { humanApprovalRecorded, subagentDepth, traceCompleteness, traceRequiredSpans } from "./spans.ts";
import { avgTurnLatency, maxStepsExceeded, maxTurnLatency, traceErrorCount } from "./trace.ts";
import { unbackedActionClaim } from "./unbacked-claim.ts";

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
