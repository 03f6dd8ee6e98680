import type { RowHead, Verdict } from "../../datapoints/index.ts";
import type { Finding } from "../../issues/index.ts";
import type { RowWriter } from "../../platform/files/row-binary.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";

export type VerdictKey = Pick<Verdict, "check" | "version" | "options">;

export function writeVerdict(row: RowWriter, head: RowHead, verdict: Verdict): void {
  row.beginRow();
  row.string(head.projectId);
  row.int64(head.at);
  row.string(head.id);
  row.string(verdict.check);
  row.uint32(verdict.version);
  row.string(verdict.options);
  row.int64(head.version);
  row.bool(head.deleted);
  row.string(verdict.state);
  row.nullableFloat64(verdict.value === undefined ? undefined : Number(verdict.value));
  row.bool(typeof verdict.value === "boolean");
  row.nullableString(verdict.reason);
  row.nullableString(verdict.explanation);
  row.string(verdict.evidence.length === 0 ? "[]" : JSON.stringify(verdict.evidence));
  row.nullableString(verdict.errorType);
  row.strings(verdict.monitorIds);
  row.float32(verdict.durationMs);
  row.int64(Math.floor(verdict.at));
  row.nullableString(verdict.label);
  row.nullableString(verdict.model);
  row.nullableFloat64(verdict.costUsd);
  row.nullableFloat64(verdict.inputTokens);
  row.nullableFloat64(verdict.outputTokens);
}

/** Builds a verdict row of a superseded datapoint: only its key matters. */
export function blankVerdict(datapointId: Verdict["datapointId"], key: VerdictKey): Verdict {
  return { ...key, datapointId, state: "skipped", evidence: [], monitorIds: [], durationMs: 0, at: 0 };
}

export function writeFinding(row: RowWriter, finding: Finding, head: Omit<RowHead, "id" | "projectId">): void {
  row.beginRow();
  row.string(finding.projectId);
  row.int64(head.at);
  row.string(finding.issueId);
  row.string(finding.datapointId);
  row.string(finding.check);
  row.string(finding.monitorId);
  row.int64(head.version);
  row.bool(head.deleted);
  row.string(finding.kind);
  row.nullableString(finding.errorType);
  row.string(finding.severity);
  row.string(finding.title);
  row.string(finding.explanation);
  row.string(JSON.stringify(finding.evidence));
  row.nullableString(finding.userId);
  row.nullableString(finding.sessionId);
  row.nullableString(finding.release);
  row.nullableString(finding.model);
  row.nullableString(finding.provider);
  row.uint32(finding.retries ?? 0);
}

/** Builds a retracted finding: only its key matters. */
export function blankFinding(
  projectId: ProjectId,
  datapointId: DatapointId,
  key: Pick<Finding, "issueId" | "check" | "monitorId">,
): Finding {
  const blank = { kind: "behavior", severity: "minor", title: "", explanation: "", evidence: [], at: 0 } as const;
  return { ...blank, ...key, projectId, datapointId };
}
