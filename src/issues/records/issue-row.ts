import type { Selectable } from "kysely";
import { z } from "zod";
import { errorTypes } from "../../datapoints/index.ts";
import { issueKinds, severities } from "../../datapoints/service.ts";
import { asDatapointId, asIssueId, asMonitorId, asProjectId, asScenarioSetId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { json, rowParser } from "../../storage/service.ts";
import type { Ignoring, Issue, Resolution } from "../issue.ts";
import { issueStates } from "../issue-state.ts";

export function rowOfIssue(issue: Issue): Tables["issues"] {
  return {
    id: issue.id,
    project_id: issue.projectId,
    number: issue.number,
    kind: issue.kind,
    title: issue.title,
    subtitle: orNull(issue.subtitle),
    phrases: issue.phrases?.length ? JSON.stringify(issue.phrases) : null,
    state: issue.state,
    state_since: issue.stateSince,
    severity: issue.severity,
    check_name: issue.check,
    error_type: orNull(issue.errorType),
    monitor_id: issue.monitorId,
    explanation: issue.explanation,
    sample_datapoint_id: issue.sampleDatapointId,
    first_seen_at: issue.firstSeenAt,
    last_seen_at: issue.lastSeenAt,
    assignee: orNull(issue.assignee),
    regressed: issue.regressed ? 1 : 0,
    resolution: issue.resolution ? JSON.stringify(issue.resolution) : null,
    ignoring: issue.ignoring ? JSON.stringify(issue.ignoring) : null,
    wakes_at: issue.ignoring?.kind === "until" ? issue.ignoring.at : null,
    first_release: issue.firstRelease?.release ?? null,
    first_release_at: issue.firstRelease?.at ?? null,
    spiking_since: orNull(issue.spikingSince),
    merged_into: orNull(issue.mergedInto),
    links: issue.links?.length ? JSON.stringify(issue.links) : null,
    awaited_set: issue.awaitedRun?.scenarioSetId ?? null,
    awaited_since: issue.awaitedRun?.since ?? null,
  };
}

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const resolution: z.ZodType<Resolution> = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["now", "corrected"]) }),
  z.object({ kind: z.literal("next_release"), known: z.array(z.string()) }),
]);
const ignoring: z.ZodType<Ignoring> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("forever") }),
  z.object({ kind: z.literal("until"), at: z.number() }),
  z.object({ kind: z.literal("count"), occurrences: z.number() }),
]);

const parse = rowParser("issues", {
  kind: z.enum(issueKinds),
  state: z.enum(issueStates),
  severity: z.enum(severities),
  error_type: z.enum(errorTypes).nullable(),
  resolution: json(resolution).nullable(),
  ignoring: json(ignoring).nullable(),
  links: json(z.array(z.string())).nullable(),
  phrases: json(z.array(z.string())).nullable(),
});

export function issueOf(row: Selectable<Tables["issues"]>): Issue {
  const parsed = parse(row);
  const { kind, state, severity, error_type } = parsed;
  return {
    id: asIssueId(row.id),
    projectId: asProjectId(row.project_id),
    number: row.number,
    kind,
    title: row.title,
    ...(row.subtitle === null ? {} : { subtitle: row.subtitle }),
    state,
    stateSince: row.state_since,
    severity,
    check: row.check_name,
    ...(error_type === null ? {} : { errorType: error_type }),
    monitorId: asMonitorId(row.monitor_id),
    explanation: row.explanation,
    sampleDatapointId: asDatapointId(row.sample_datapoint_id),
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    ...(row.assignee === null ? {} : { assignee: row.assignee }),
    regressed: row.regressed === 1,
    ...detailsOf(row, parsed),
  };
}

function detailsOf(row: Selectable<Tables["issues"]>, parsed: ReturnType<typeof parse>): Partial<Issue> {
  const { first_release, first_release_at, spiking_since, merged_into, awaited_set, awaited_since } = row;
  const isReleased = first_release !== null && first_release_at !== null;
  return {
    ...(parsed.resolution === null ? {} : { resolution: parsed.resolution }),
    ...(parsed.ignoring === null ? {} : { ignoring: parsed.ignoring }),
    ...(isReleased ? { firstRelease: { release: first_release, at: first_release_at } } : {}),
    ...(spiking_since === null ? {} : { spikingSince: spiking_since }),
    ...(merged_into === null ? {} : { mergedInto: asIssueId(merged_into) }),
    ...(parsed.links === null ? {} : { links: parsed.links }),
    ...(parsed.phrases === null ? {} : { phrases: parsed.phrases }),
    ...(awaited_set === null || awaited_since === null
      ? {}
      : { awaitedRun: { scenarioSetId: asScenarioSetId(awaited_set), since: awaited_since } }),
  };
}
