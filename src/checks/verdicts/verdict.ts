import type { ErrorType } from "../../datapoints/errors/error-types.ts";
import type { DatapointId, MonitorId } from "../../platform/ids.ts";

export const severities = ["critical", "major", "minor"] as const;
export type Severity = (typeof severities)[number];

/** What a piece of evidence points into. Offsets are UTF-16 code units of that target's joined text. */
export const evidenceTargets = ["input", "output", "tool_calls", "conversation", "tools", "metadata"] as const;
export type EvidenceTarget = (typeof evidenceTargets)[number];

export interface Evidence {
  readonly target: EvidenceTarget;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * What a check says of a datapoint. `value` and passing are two things: a check named after a defect passes when
 * its value is false. Skipped (it does not apply, or lacks what it needs) and broken (it could not be run) say why.
 */
export type Outcome =
  | {
      readonly kind: "passed" | "failed";
      readonly value: boolean | number;
      readonly explanation: string;
      readonly evidence: readonly Evidence[];
      /** What kind of error it is: set by checks that find errors, and by others where the provider itself says so. */
      readonly errorType?: ErrorType;
      /** The category it was put into, where a check sorts instead of measuring. */
      readonly label?: string;
      /** Where this failure weighs otherwise than the check's failures do. */
      readonly severity?: Severity;
    }
  | { readonly kind: "skipped" | "broken"; readonly because: string };

/** What a verdict cost. */
export interface Meter {
  /** The judge model, as its configuration names it. */
  readonly model?: string;
  /** US dollars, this verdict's share of the call; absent: the price is unknown. */
  readonly costUsd?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

export const verdictStates = ["queued", "running", "passed", "failed", "skipped", "broken"] as const;
export type VerdictState = (typeof verdictStates)[number];

/** One row of the ledger: every datapoint × check of a matching monitor has exactly one. */
export interface Verdict extends Meter {
  readonly datapointId: DatapointId;
  readonly check: string;
  readonly version: number;
  /** Digest of the options: the same check with other options is another verdict. */
  readonly options: string;
  readonly state: VerdictState;
  readonly value?: boolean | number;
  readonly label?: string;
  readonly because?: string;
  readonly explanation?: string;
  readonly evidence: readonly Evidence[];
  readonly errorType?: ErrorType;
  /** Where this failure weighs otherwise than the check's failures do. */
  readonly severity?: Severity;
  /** The monitors that asked for it. */
  readonly monitorIds: readonly MonitorId[];
  readonly durationMs: number;
  /** Unix milliseconds. */
  readonly at: number;
}
