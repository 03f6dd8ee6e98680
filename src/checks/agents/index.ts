import type { CodeCheck } from "../../domain/check.ts";
import { finalAnswerPresent, loopGuard } from "./loop-guard.ts";
import { avgTurnLatency, maxStepsExceeded, traceErrorCount } from "./trace.ts";
import { unbackedActionClaim } from "./unbacked-claim.ts";

export const agentsChecks: readonly CodeCheck[] = [
  loopGuard,
  finalAnswerPresent,
  maxStepsExceeded,
  traceErrorCount,
  unbackedActionClaim,
  avgTurnLatency,
];
