import type { Check } from "./types.ts";

export type Severity = "critical" | "major" | "minor";

/** What decides the verdicts of a check of the project's own. */
export interface CheckDefinition {
  readonly body:
    | { readonly kind: "code"; readonly source: string }
    | { readonly kind: "judge"; readonly prompt: string };
  readonly output:
    | { readonly type: "boolean"; readonly passWhen: boolean }
    | {
        readonly type: "score";
        readonly min: number;
        readonly max: number;
        readonly passFrom?: number;
        readonly passTo?: number;
      }
    | { readonly type: "category"; readonly categories: readonly string[]; readonly passing: readonly string[] };
  readonly judges?: string;
  readonly needs?: readonly string[];
}

export interface CheckInfo {
  readonly name: string;
  readonly version: number;
  readonly kind: "code" | "judge";
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly severity: Severity;
  readonly output: { readonly type: "boolean" | "score"; readonly rule: string };
  /** What it needs before it can run at all. */
  readonly unavailable?: string;
  /** Of a check of the project's own. */
  readonly custom?: { readonly number: number; readonly tags: readonly string[] };
  /** Of a check of the project's own, where one check was asked for. */
  readonly definition?: CheckDefinition;
}

/** A check that the judge model wrote. Nothing is saved. */
export interface GeneratedCheck {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly definition: CheckDefinition;
  /** What is wrong with it; empty where it can be saved as it is. */
  readonly problems: readonly { readonly message: string; readonly field: string; readonly line?: number }[];
  readonly model: string;
  readonly costUsd?: number;
}

export interface NewMonitor {
  readonly name: string;
  readonly description?: string;
  readonly enabled?: boolean;
  /** A query, as in the search box; an empty one matches every datapoint. */
  readonly condition: string;
  /** Share of matching datapoints that is checked, 0 to 1. */
  readonly sampleRate?: number;
  readonly checks: readonly (string | (Check & { readonly severity?: Severity }))[];
  readonly notifications?: readonly {
    /** Id of a channel; `email` is everyone's e-mail, `none` tells nobody. */
    readonly channel: string;
    readonly on: readonly ("behaviour" | "error")[];
    readonly changes?: readonly string[];
    readonly minSeverity?: Severity;
    readonly maxSeverity?: Severity;
    readonly cadence: "immediate" | "hourly" | "daily";
    readonly dailyAt?: string;
    readonly quietHours?: { readonly from: string; readonly to: string };
    readonly timeZone?: string;
  }[];
  readonly threshold?:
    | { readonly kind: "count"; readonly findings: number; readonly withinMinutes: number }
    | {
        readonly kind: "rate";
        readonly share: number;
        readonly withinMinutes: number;
        readonly minDatapoints?: number;
      };
  readonly cooldownMinutes?: number;
  readonly ceilings?: { readonly datapoints?: number; readonly judgeUsd?: number };
  readonly noDataAfterMinutes?: number;
}

export interface Monitor extends NewMonitor {
  readonly id: string;
  readonly enabled: boolean;
  readonly sampleRate: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A model call as a client records it. A plain text stands for one message of the user, or the assistant. */
export interface NewDatapoint {
  readonly input: string | readonly object[];
  readonly output?: string | readonly object[];
  readonly operation?: "chat" | "completion" | "embedding";
  /** ISO 8601; when it is received, unless told. */
  readonly startedAt?: string;
  readonly durationMs?: number;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message?: string; readonly status?: number; readonly code?: string };
  readonly usage?: Readonly<Record<string, number>>;
  /** Whatever else POST /api/v1/datapoints takes. */
  readonly [field: string]: unknown;
}

export interface RecordedDatapoint {
  readonly id: string;
  readonly traceId: string;
  readonly spanId: string;
}

export interface DatapointRow {
  readonly id: string;
  readonly traceId: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly inputPreview: string;
  readonly outputPreview: string;
  readonly costUsd?: number;
  readonly errorType?: string;
  readonly errorMessage?: string;
  readonly tags: readonly string[];
}
