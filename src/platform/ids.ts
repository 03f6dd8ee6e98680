import { digest } from "./crypto/digest.ts";

/** A branded string; created only here, so that IDs of two kinds never mix. */
type Id<Kind extends string> = string & { readonly __kind: Kind };

export type AccountId = Id<"account">;
export type ProjectId = Id<"project">;
export type MonitorId = Id<"monitor">;
export type DatapointId = Id<"datapoint">;
export type IssueId = Id<"issue">;
export type ScenarioSetId = Id<"scenario set">;
export type ModelId = Id<"model">;
export type TestRunId = Id<"test run">;

/** The account and project that exist from the first start; ingestion without a token goes here. */
export const firstAccount = "account_1" as AccountId;
export const globalProject = "global" as ProjectId;

/** One model call is one datapoint, identified by the span that is stored for it. */
export const datapointId = (project: ProjectId, traceId: string, spanId: string): DatapointId =>
  digest("datapoint", project, traceId, spanId) as DatapointId;

/** Findings with the same fingerprint are one issue. */
export const issueId = (project: ProjectId, fingerprint: readonly string[]): IssueId =>
  digest("issue", project, ...fingerprint) as IssueId;

/** Converts an ID that arrives as text (from a URL or a row). */
export const asAccountId = (text: string) => text as AccountId;
export const asProjectId = (text: string) => text as ProjectId;
export const asMonitorId = (text: string) => text as MonitorId;
export const asDatapointId = (text: string) => text as DatapointId;
export const asIssueId = (text: string) => text as IssueId;
export const asScenarioSetId = (text: string) => text as ScenarioSetId;
export const asModelId = (text: string) => text as ModelId;
export const asTestRunId = (text: string) => text as TestRunId;
