import { isoTime } from "../../server/service.ts";
import type { Verdict } from "./verdict.ts";

export function verdictJson(verdict: Verdict) {
  const { check, version, state, value, label, reason, explanation, evidence, monitorIds } = verdict;
  const { model, costUsd, inputTokens, outputTokens, durationMs, at } = verdict;
  const shared = { check, version, state, value, label, reason, explanation, evidence, monitorIds };
  return { ...shared, model, costUsd, inputTokens, outputTokens, durationMs, at: isoTime(at) };
}
