import type { Severity } from "../checks/verdicts/verdict.ts";
import type { Issue } from "../issues/issue.ts";
import type { IssueChange } from "../issues/issue-change.ts";
import { type MonitorChange, type MonitorChangeKind, monitorChangeKinds } from "../monitors/monitor-change.ts";
import type { DatapointId, IssueId, MonitorId } from "../platform/ids.ts";

/** The issue changes that people are told of. What they did with an issue otherwise, they find in its history. */
export const toldChanges = ["opened", "regressed", "spiking", "resolved"] as const;
type ToldChange = (typeof toldChanges)[number];

/** What people are told: that of an issue or of a monitor as it was then. */
export type Told = ToldIssue | ToldMonitor;

interface ToldOfEither {
  /** Unix milliseconds. */
  readonly at: number;
  readonly severity: Severity;
  readonly explanation: string;
  readonly monitorId: MonitorId;
  /** Absent when the monitor was deleted. */
  readonly monitorName?: string;
}

export interface ToldIssue extends ToldOfEither {
  readonly change: ToldChange;
  /** More of what happened, in words: how much more often, why it is open again. */
  readonly detail?: string;
  readonly issueId: IssueId;
  readonly number: number;
  readonly kind: Issue["kind"];
  readonly title: string;
  readonly check: string;
  readonly errorType?: Issue["errorType"];
  readonly sampleDatapointId: DatapointId;
}

export interface ToldMonitor extends ToldOfEither {
  readonly change: MonitorChangeKind;
}

export const isOfMonitor = <Monitor extends { readonly change: MonitorChangeKind }>(
  told: Monitor | { readonly change: ToldChange },
): told is Monitor => monitorChangeKinds.some((kind) => kind === told.change);

/** Undefined for what people are not told of. */
export function toldOfIssue(changed: IssueChange, monitorName: string | undefined): ToldIssue | undefined {
  const { issue, at } = changed;
  const change = toldAs(changed);
  const detail = changed.actor === "line" ? changed.note : undefined;
  if (change === undefined) return undefined;
  const { id, number, kind, title, severity, explanation, check, errorType, monitorId, sampleDatapointId } = issue;
  return {
    change,
    ...(detail === undefined ? {} : { detail }),
    at: Math.round(at),
    issueId: id,
    number,
    kind,
    title,
    severity,
    explanation,
    check,
    ...(errorType === undefined ? {} : { errorType }),
    monitorId,
    ...(monitorName === undefined ? {} : { monitorName }),
    sampleDatapointId,
  };
}

/** An ignored issue whose time is up is news like one that comes back. */
function toldAs({ kind, actor }: IssueChange): ToldChange | undefined {
  if (kind === "reopened") return actor === "line" ? "regressed" : undefined;
  return toldChanges.find((known) => known === kind);
}

const severityOf: Readonly<Record<MonitorChangeKind, Severity>> = {
  broken: "critical",
  stopped: "critical",
  no_data: "major",
  works_again: "minor",
};

export function toldOfMonitor({ kind, monitor, because, at }: MonitorChange): ToldMonitor {
  return {
    change: kind,
    at: Math.round(at),
    severity: severityOf[kind],
    explanation: because,
    monitorId: monitor.id,
    monitorName: monitor.name,
  };
}
