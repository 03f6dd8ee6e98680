import { adviceFor } from "../../datapoints/index.ts";
import { isoTime, maybeTime } from "../../server/service.ts";
import type { Issue } from "../issue.ts";
import type { IssueCounts } from "../ports/findings.ts";

interface Counted {
  readonly counts: IssueCounts | undefined;
  readonly monitorName: string | undefined;
  readonly trend?: readonly number[];
}

export function issueJson(issue: Issue, { counts, monitorName, trend }: Counted) {
  const { ignoring } = issue;
  return {
    id: issue.id,
    number: issue.number,
    kind: issue.kind,
    title: issue.title,
    subtitle: issue.subtitle,
    phrases: issue.phrases ? [...issue.phrases] : undefined,
    state: issue.state,
    stateSince: isoTime(issue.stateSince),
    severity: issue.severity,
    check: issue.check,
    errorType: issue.errorType,
    advice: issue.errorType && adviceFor(issue.errorType, issue.explanation),
    monitorId: issue.monitorId,
    monitorName,
    occurrences: counts?.occurrences ?? 0,
    usersAffected: counts?.usersAffected ?? 0,
    sessionsAffected: counts?.sessionsAffected ?? 0,
    retried: counts?.retried ?? 0,
    mostRetries: counts?.mostRetries ?? 0,
    firstSeenAt: isoTime(issue.firstSeenAt),
    lastSeenAt: isoTime(issue.lastSeenAt),
    explanation: issue.explanation,
    sampleDatapointId: issue.sampleDatapointId,
    assignee: issue.assignee,
    regressed: issue.regressed,
    firstRelease: issue.firstRelease?.release,
    resolution: issue.resolution?.kind,
    ignoredUntil: ignoring?.kind === "until" ? isoTime(ignoring.at) : undefined,
    ignoredUntilOccurrences: ignoring?.kind === "count" ? ignoring.occurrences : undefined,
    resolvesAfterRunOf: issue.awaitedRun?.scenarioSetId,
    spikingSince: maybeTime(issue.spikingSince),
    trend,
  };
}
