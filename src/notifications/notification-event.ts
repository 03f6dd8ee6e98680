import type { Severity } from "../datapoints/index.ts";
import type { Issue, IssueChange } from "../issues/index.ts";
import type { MonitorChange, MonitorChangeKind, NotifiableChange } from "../monitors/index.ts";
import { monitorChangeKinds, notifiableChanges } from "../monitors/service.ts";
import type { DatapointId, IssueId, MonitorId } from "../platform/ids.ts";

/** An event about an issue or a monitor, with the state at that time. */
export type NotificationEvent = IssueEvent | MonitorEvent;

interface BaseEvent {
  /** Unix milliseconds. */
  readonly at: number;
  readonly severity: Severity;
  readonly explanation: string;
  readonly monitorId: MonitorId;
  /** Absent when the monitor was deleted. */
  readonly monitorName?: string;
}

export interface IssueEvent extends BaseEvent {
  readonly change: NotifiableChange;
  /** Details as text: the increase of a spike, why it opened again. */
  readonly detail?: string;
  readonly issueId: IssueId;
  readonly number: number;
  readonly kind: Issue["kind"];
  readonly title: string;
  /** Service, release and an example. */
  readonly subtitle?: string;
  readonly check: string;
  readonly errorType?: Issue["errorType"];
  readonly sampleDatapointId: DatapointId;
}

export interface MonitorEvent extends BaseEvent {
  readonly change: MonitorChangeKind;
}

export const isOfMonitor = <Monitor extends { readonly change: MonitorChangeKind }>(
  event: Monitor | { readonly change: NotifiableChange },
): event is Monitor => monitorChangeKinds.some((kind) => kind === event.change);

/** Returns undefined for changes without notification. */
export function issueEventOf(changed: IssueChange, monitorName: string | undefined): IssueEvent | undefined {
  const { issue, at } = changed;
  const change = notifiableChangeOf(changed);
  const detail = changed.actor === "pipeline" ? changed.note : undefined;
  if (change === undefined) return undefined;
  const { id, number, kind, title, subtitle, severity, explanation, check, errorType, monitorId, sampleDatapointId } =
    issue;
  return {
    change,
    ...(detail === undefined ? {} : { detail }),
    at: Math.round(at),
    issueId: id,
    number,
    kind,
    title,
    ...(subtitle === undefined || subtitle === "" ? {} : { subtitle }),
    severity,
    explanation,
    check,
    ...(errorType === undefined ? {} : { errorType }),
    monitorId,
    ...(monitorName === undefined ? {} : { monitorName }),
    sampleDatapointId,
  };
}

/** An ignored issue that opens again is reported as regressed. */
function notifiableChangeOf({ kind, actor }: IssueChange): NotifiableChange | undefined {
  if (kind === "reopened") return actor === "pipeline" ? "regressed" : undefined;
  return notifiableChanges.find((known) => known === kind);
}

const severityOf: Readonly<Record<MonitorChangeKind, Severity>> = {
  broken: "critical",
  stopped: "critical",
  no_data: "major",
  works_again: "minor",
};

export function monitorEventOf({ kind, monitor, reason, at }: MonitorChange): MonitorEvent {
  return {
    change: kind,
    at: Math.round(at),
    severity: severityOf[kind],
    explanation: reason,
    monitorId: monitor.id,
    monitorName: monitor.name,
  };
}
