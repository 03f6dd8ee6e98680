import type { z } from "zod";
import type * as account from "../../../../../src/accounts/contract/account.ts";
import type * as checks from "../../../../../src/checks/contract/check.ts";
import type * as customChecks from "../../../../../src/checks/contract/custom-check.ts";
import type * as judges from "../../../../../src/checks/contract/judge.ts";
import type * as verdictRuns from "../../../../../src/checks/contract/verdict-run.ts";
import type * as dashboards from "../../../../../src/dashboards/contract/dashboard.ts";
import type * as overview from "../../../../../src/dashboards/contract/overview.ts";
import type * as views from "../../../../../src/dashboards/contract/view.ts";
import type * as sessions from "../../../../../src/datapoints/contract/call-session.ts";
import type * as datapoints from "../../../../../src/datapoints/contract/datapoint.ts";
import type * as payloads from "../../../../../src/datapoints/contract/payload.ts";
import type * as traces from "../../../../../src/datapoints/contract/trace.ts";
import type * as issues from "../../../../../src/issues/contract/issue.ts";
import type * as monitors from "../../../../../src/monitors/contract/monitor.ts";
import type * as notifications from "../../../../../src/notifications/contract/notification.ts";
import type * as pipeline from "../../../../../src/pipeline/contract/pipeline.ts";
import type * as deletions from "../../../../../src/privacy/contract/deletion.ts";
import type * as privacy from "../../../../../src/privacy/contract/privacy.ts";
import type * as access from "../../../../../src/server/contract/access.ts";

/** The API's types, derived from its own schemas; types only, so that no schema reaches the browser. */
export type DatapointRow = z.output<typeof datapoints.DatapointRow>;
export type DatapointPage = z.output<typeof datapoints.DatapointPage>;
export type Datapoint = z.output<typeof datapoints.DatapointDetail>;
export type Message = Datapoint["input"][number];
export type Part = Message["parts"][number];
export type Verdict = z.output<typeof datapoints.Verdict>;
export type Recorded = z.output<typeof datapoints.Recorded>;
export type NewDatapoint = z.input<typeof datapoints.NewDatapoint>;
export type Issue = z.output<typeof issues.Issue>;
export type IssueDetail = z.output<typeof issues.IssueDetail>;
export type IssueRequest = z.input<typeof issues.IssueRequest>;
export type IssuesChanged = z.output<typeof issues.IssuesChanged>;
export type Occurrence = z.output<typeof issues.Occurrence>;
export type Monitor = z.output<typeof monitors.Monitor>;
export type NewMonitor = z.input<typeof monitors.NewMonitor>;
export type Preview = z.output<typeof monitors.Preview>;
export type MonitorStatus = z.output<typeof monitors.MonitorStatus>;
export type IssueTrend = z.output<typeof issues.IssueTrend>;
export type SimilarIssues = z.output<typeof issues.SimilarIssues>;
export type Differences = z.output<typeof issues.Differences>;
export type Channel = z.output<typeof notifications.Channel>;
export type MadeChannel = z.output<typeof notifications.MadeChannel>;
export type NewChannel = z.input<typeof notifications.NewChannel>;
export type Notification = z.output<typeof notifications.Notification>;
export type Mute = z.output<typeof notifications.Mute>;
export type Check = z.output<typeof checks.Check>;
export type CheckDetail = z.output<typeof customChecks.CheckDetail>;
export type CheckDefinition = z.output<typeof customChecks.Definition>;
export type CheckVersion = z.output<typeof customChecks.CheckVersion>;
export type CheckTrial = z.output<typeof customChecks.DryRun>;
export type GeneratedCheck = z.output<typeof customChecks.Generated>;
export type Token = z.output<typeof access.Token>;
export type MadeToken = z.output<typeof access.MadeToken>;
export type Me = z.output<typeof account.Me>;
export type User = z.output<typeof account.User>;
export type SignedUp = z.output<typeof account.SignedUp>;
export type LinkShown = z.output<typeof account.LinkShown>;
export type Invitation = z.output<typeof account.Invitation>;
export type MadeInvitation = z.output<typeof account.MadeInvitation>;
export type MadeResetLink = z.output<typeof account.MadeResetLink>;
export type BrowserSession = z.output<typeof account.BrowserSession>;
export type AuditEntry = z.output<typeof account.AuditEntry>;
export type AuditCheck = z.output<typeof account.AuditCheck>;
export type ProjectChange = z.input<typeof access.ProjectChange>;
export type Project = z.output<typeof access.Project>;
export type ToolRuns = z.output<typeof traces.ToolRuns>;
export type TraceTree = z.output<typeof traces.TraceTree>;
export type TraceSpan = z.output<typeof traces.TraceSpan>;
export type Histogram = z.output<typeof overview.Histogram>;
export type Facet = z.output<typeof overview.Facet>;
export type Dashboard = z.output<typeof dashboards.Dashboard>;
export type DashboardChart = Dashboard["charts"][number];
export type Usage = z.output<typeof overview.Usage>;
export type Latencies = z.output<typeof overview.Latencies>;
export type CheckResults = z.output<typeof overview.CheckResults>;
export type CallSession = z.output<typeof sessions.Session>;
export type SavedView = z.output<typeof views.SavedView>;
export type PipelineHealth = z.output<typeof pipeline.PipelineHealth>;
export type DeadLetter = z.output<typeof pipeline.DeadLetter>;
export type QueueState = z.output<typeof pipeline.QueueState>;
export type PayloadPage = z.output<typeof payloads.Payload>;
export type Judge = z.output<typeof judges.Judge>;
export type JudgeTest = z.output<typeof judges.JudgeTest>;
export type Privacy = z.output<typeof privacy.Privacy>;
export type PrivacyRules = Privacy["rules"];
export type RedactionOutcome = z.output<typeof privacy.RedactionOutcome>;
export type Deletion = z.output<typeof deletions.Deletion>;
export type CheckRun = z.output<typeof verdictRuns.CheckRun>;
export type CheckRunDetail = z.output<typeof verdictRuns.CheckRunDetail>;
export type VerdictLabel = z.output<typeof verdictRuns.Label>;
export type Evidence = Verdict["evidence"][number];

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** Parts whose store does not respond are absent and listed in `unavailable`. */
export interface Health {
  readonly pipeline: PipelineHealth;
  readonly unavailable: readonly { readonly part: string; readonly reason: string }[];
  readonly datapoints?: number;
  readonly errors?: number;
  readonly contentMissing?: number;
  readonly rejected: readonly {
    readonly unit: string;
    readonly signal: string;
    readonly reason: string;
    readonly count: number;
    readonly lastAt: string;
  }[];
  readonly lastRejected?: readonly RejectedRequest[];
  readonly hasSpansOnly?: boolean;
  readonly hints: readonly string[];
  readonly judges?: readonly { readonly name: string; readonly problem: string }[];
}

export interface DeadLetterPage extends Page<DeadLetter> {
  readonly count: number;
  readonly bytes: number;
}

export interface RejectedRequest {
  readonly at: string;
  readonly count: number;
  readonly route: string;
  readonly status: number;
  readonly reason: string;
  readonly fix?: string;
  readonly tokenHint?: string;
}

export type CheckCosts = z.output<typeof overview.CheckCosts>;
export type ListPrice = z.output<typeof overview.ListPrice>;
