import type { Finding } from "../../../src/issues/issue.ts";
import type { Monitor } from "../../../src/monitors/monitor.ts";
import { asDatapointId, asMonitorId, asProjectId, globalProject, issueId } from "../../../src/platform/ids.ts";

export const noon = Date.UTC(2026, 5, 1, 12);

export function aFinding(changes: Partial<Finding> & { readonly fingerprint?: readonly string[] } = {}): Finding {
  const { fingerprint = ["behavior", "model_refusal", "refunds"], ...rest } = changes;
  const projectId = rest.projectId ?? globalProject;
  return {
    issueId: issueId(projectId, fingerprint),
    projectId,
    datapointId: asDatapointId("datapoint-1"),
    kind: "behavior",
    check: "model_refusal",
    monitorId: asMonitorId("refunds"),
    severity: "major",
    title: "Model refusal in Refunds",
    explanation: "The answer declines the request.",
    evidence: [{ target: "output", start: 0, end: 7, text: "I can't" }],
    at: noon,
    ...rest,
  };
}

export function aMonitor(changes: Partial<Monitor> = {}): Monitor {
  return {
    id: asMonitorId("refunds"),
    projectId: asProjectId("global"),
    name: "Refunds",
    enabled: true,
    condition: "input:refund",
    sampleRate: 1,
    checks: [{ check: "model_refusal", options: {} }],
    notifications: [],
    revision: 1,
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}
