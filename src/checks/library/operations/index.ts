import type { CodeCheck } from "../../check.ts";
import { contextWindowUtilisation, costAnomaly, retryCount } from "./baseline.ts";
import {
  contentFilterTriggered,
  emptyOutput,
  finishReasonExpected,
  outputTruncated,
  streamIncomplete,
} from "./delivery.ts";
import { providerError } from "./failure.ts";
import { costPerTurn, fallbackUsed, payloadSize, usageConsistency } from "./money-and-size.ts";
import { conversationTurnCount, samplingParamsInPolicy, servedModelMismatch } from "./serving.ts";
import { inputTokenCount, outputTokenCount, promptCacheHitRatio, reasoningTokenShare, totalCost } from "./spending.ts";
import { latency, outputTokensPerSecond, timeToFirstToken } from "./timing.ts";

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
