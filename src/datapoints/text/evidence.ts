/** What a piece of evidence points into. Offsets are UTF-16 code units of that target's joined text. */
export const evidenceTargets = ["input", "output", "tool_calls", "conversation", "tools", "metadata"] as const;

export type EvidenceTarget = (typeof evidenceTargets)[number];

export interface Evidence {
  readonly target: EvidenceTarget;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
