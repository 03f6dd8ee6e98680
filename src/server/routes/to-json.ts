import type { User } from "../../accounts/account.ts";
import type { Verdict } from "../../checks/verdicts/verdict.ts";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { errorAdvice } from "../../datapoints/errors/error-rules.ts";
import type { DatapointRow, IssueCounts } from "../../datapoints/ports/datapoint-reader.ts";
import type { Issue } from "../../issues/issue.ts";
import type { Monitor } from "../../monitors/monitor.ts";
import type { Project, Token } from "../access.ts";

/** What the API shows of our own values. Built by naming fields, so that a field added later is not shown by accident. */
export function rowJson(row: DatapointRow) {
  return { ...row, startedAt: isoTime(row.startedAt), filedAt: isoTime(row.filedAt) };
}

export function verdictJson(verdict: Verdict) {
  const { check, version, state, value, label, because, explanation, evidence, monitorIds } = verdict;
  const { model, costUsd, inputTokens, outputTokens, durationMs, at } = verdict;
  const said = { check, version, state, value, label, because, explanation, evidence, monitorIds };
  return { ...said, model, costUsd, inputTokens, outputTokens, durationMs, at: isoTime(at) };
}

export function monitorJson(monitor: Monitor) {
  const { projectId: _, createdAt, updatedAt, ...rest } = monitor;
  return { ...rest, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}

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
    state: issue.state,
    stateSince: isoTime(issue.stateSince),
    severity: issue.severity,
    check: issue.check,
    errorType: issue.errorType,
    advice: issue.errorType && errorAdvice[issue.errorType],
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

export function tokenJson(token: Token) {
  const { id, projectId, name, hint, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, archivedAt, madeBy } = token;
  return {
    id,
    projectId,
    name,
    hint,
    scopes,
    createdAt: isoTime(createdAt),
    expiresAt: maybeTime(expiresAt),
    lastUsedAt: maybeTime(lastUsedAt),
    revokedAt: maybeTime(revokedAt),
    archivedAt: maybeTime(archivedAt),
    madeBy,
  };
}

export function projectJson({ id, name, language, createdAt, archivedAt }: Project) {
  return { id, name, language, createdAt: isoTime(createdAt), archivedAt: maybeTime(archivedAt) };
}

export function userJson({ id, email, role, createdAt, lastSeenAt }: User) {
  return { id, email, role, createdAt: isoTime(createdAt), lastSeenAt: maybeTime(lastSeenAt) };
}

const maybeTime = (at: number | undefined) => (at === undefined ? undefined : isoTime(at));
