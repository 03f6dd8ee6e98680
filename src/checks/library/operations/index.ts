import type { CodeCheck } from "../../check.ts";
import { contentFilterTriggered } from "./content-filter-triggered.ts";
import { contextWindowUtilisation } from "./context-window-utilisation.ts";
import { conversationTurnCount } from "./conversation-turn-count.ts";
import { costAnomaly } from "./cost/cost-anomaly.ts";
import { costPerTurn } from "./cost/cost-per-turn.ts";
import { inputTokenCount } from "./cost/input-token-count.ts";
import { outputTokenCount } from "./cost/output-token-count.ts";
import { payloadSize } from "./cost/payload-size.ts";
import { promptCacheHitRatio } from "./cost/prompt-cache-hit-ratio.ts";
import { reasoningTokenShare } from "./cost/reasoning-token-share.ts";
import { totalCost } from "./cost/total-cost.ts";
import { usageConsistency } from "./cost/usage-consistency.ts";
import { emptyOutput } from "./empty-output.ts";
import { fallbackUsed } from "./fallback-used.ts";
import { finishReasonExpected } from "./finish-reason-expected.ts";
import { latency } from "./latency.ts";
import { outputTokensPerSecond } from "./output-tokens-per-second.ts";
import { outputTruncated } from "./output-truncated.ts";
import { providerError } from "./provider-error.ts";
import { retryCount } from "./retry-count.ts";
import { samplingParamsInPolicy } from "./sampling-params-in-policy.ts";
import { servedModelMismatch } from "./served-model-mismatch.ts";
import { streamIncomplete } from "./stream-incomplete.ts";
import { timeToFirstToken } from "./time-to-first-token.ts";

export const operationsChecks: readonly CodeCheck[] = [
  providerError,
  latency,
  timeToFirstToken,
  outputTokensPerSecond,
  totalCost,
  inputTokenCount,
  outputTokenCount,
  reasoningTokenShare,
  promptCacheHitRatio,
  outputTruncated,
  contentFilterTriggered,
  streamIncomplete,
  emptyOutput,
  finishReasonExpected,
  servedModelMismatch,
  conversationTurnCount,
  samplingParamsInPolicy,
  contextWindowUtilisation,
  retryCount,
  costAnomaly,
  costPerTurn,
  payloadSize,
  usageConsistency,
  fallbackUsed,
];
