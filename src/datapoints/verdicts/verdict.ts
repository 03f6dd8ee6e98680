import type { DatapointId, MonitorId } from "../../platform/ids.ts";
import type { ErrorType } from "../errors/error-types.ts";
import type { Severity } from "../severity.ts";
import type { Evidence } from "../text/evidence.ts";

/**
 * Outcome of a check on a datapoint. `value` and passing are separate: a check named after a defect passes
 * when its value is false. `skipped` (does not apply, or a requirement is missing) and `broken` (could not
 * run) carry a reason.
 */
export type Outcome =
  | {
      readonly kind: "passed" | "failed";
      readonly value: boolean | number;
      readonly explanation: string;
      readonly evidence: readonly Evidence[];
      /** The type of error, set by checks that find errors, and by others if the provider reports it. */
      readonly errorType?: ErrorType;
      /** The category, for checks that classify instead of measuring. */
      readonly label?: string;
      /** Severity of this failure, if it differs from the check's. */
      readonly severity?: Severity;
    }
  | { readonly kind: "skipped" | "broken"; readonly reason: string };

/** Cost of a verdict. */
export interface Meter {
  /** The judge model, as its configuration names it. */
  readonly model?: string;
  /** US dollars, this verdict's share of the call. Absent: the price is unknown. */
  readonly costUsd?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

export const verdictStates = ["queued", "running", "passed", "failed", "skipped", "broken"] as const;
export type VerdictState = (typeof verdictStates)[number];

/** A stored verdict. Every datapoint × check of a matching monitor has exactly one. */
export interface Verdict extends Meter {
  readonly datapointId: DatapointId;
  readonly check: string;
  readonly version: number;
  /** Digest of the options: the same check with other options has a separate verdict. */
  readonly options: string;
  readonly state: VerdictState;
  readonly value?: boolean | number;
  readonly label?: string;
  readonly reason?: string;
  readonly explanation?: string;
  readonly evidence: readonly Evidence[];
  readonly errorType?: ErrorType;
  readonly severity?: Severity;
  /** The monitors that requested it. */
  readonly monitorIds: readonly MonitorId[];
  readonly durationMs: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The key of a stored verdict, with its state, reason and monitors. */
export type StoredVerdict = Pick<Verdict, "check" | "version" | "options" | "state" | "reason" | "monitorIds">;
