import type { CheckDescription } from "../checks/index.ts";
import { type Datapoint, type ErrorType, errorTypes, retriesOf, type Verdict } from "../datapoints/index.ts";
import type { Monitor } from "../monitors/index.ts";
import { issueId, type MonitorId } from "../platform/ids.ts";
import { type FailedPart, failedPart } from "./failed-part.ts";
import type { Finding } from "./issue.ts";

type Described = Pick<CheckDescription, "name" | "title" | "severity" | "finds">;

interface Known {
  readonly checks: ReadonlyMap<string, Described>;
  readonly monitors: ReadonlyMap<MonitorId, Monitor>;
}

/**
 * Returns the findings of one datapoint: one per failed verdict and requesting monitor, but one per issue.
 * Behavior is grouped by check and monitor; an error by its type, provider, model (or the step that failed) and normalized message,
 * whichever monitor matched it.
 */
export function findingsOf(datapoint: Datapoint, verdicts: readonly Verdict[], known: Known): readonly Finding[] {
  const byIssue = new Map<string, Finding>();
  for (const verdict of verdicts) {
    const check = known.checks.get(verdict.check);
    if (verdict.state !== "failed" || !check) continue;
    for (const monitorId of verdict.monitorIds) {
      const monitor = known.monitors.get(monitorId);
      if (!monitor) continue;
      const finding = findingOf(datapoint, verdict, check, monitor);
      if (!byIssue.has(finding.issueId)) byIssue.set(finding.issueId, finding);
    }
  }
  return [...byIssue.values()];
}

function findingOf(datapoint: Datapoint, verdict: Verdict, check: Described, monitor: Monitor): Finding {
  const errorType = errorTypeOf(datapoint, verdict, check);
  const explanation = verdict.explanation ?? check.title;
  const failed = failedPart(datapoint, check.name);
  const message = failed.error?.message ?? check.title;
  const configured = monitor.checks.find((entry) => entry.check === check.name && entry.severity !== undefined);
  return {
    issueId: issueId(
      datapoint.projectId,
      errorType === undefined
        ? ["behavior", check.name, monitor.id]
        : ["error", errorType, ...componentOf(datapoint, failed), normalised(message)],
    ),
    projectId: datapoint.projectId,
    datapointId: datapoint.id,
    kind: errorType === undefined ? "behavior" : "error",
    check: check.name,
    ...(errorType === undefined ? {} : { errorType }),
    monitorId: monitor.id,
    severity: configured?.severity ?? verdict.severity ?? check.severity,
    title:
      errorType === undefined
        ? `${check.title} in ${monitor.name}`
        : errorTitle(errorType, whereOf(datapoint, failed), failed.error?.message ?? explanation),
    explanation,
    evidence: verdict.evidence,
    ...whose(datapoint),
    at: datapoint.startedAt,
  };
}

/** Returns the user and the model of the call, if known. */
function whose(datapoint: Datapoint) {
  const { userId, sessionId, release, requestModel, responseModel, provider } = datapoint;
  const model = responseModel ?? requestModel;
  const retries = retriesOf(datapoint);
  return {
    ...(userId === undefined ? {} : { userId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(release === undefined ? {} : { release }),
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(retries === undefined || retries === 0 ? {} : { retries }),
  };
}

/** Returns the error type of the verdict, else of the check's name, else of the call; undefined for behavior. */
function errorTypeOf({ error }: Datapoint, verdict: Verdict, { name, finds }: Described): ErrorType | undefined {
  if (verdict.errorType !== undefined || finds === "behavior") return verdict.errorType;
  return errorTypes.find((type) => type === name) ?? error?.type ?? "invalid_response";
}

/** Returns what failed, as part of the fingerprint: kind and name of the step, or provider and model. */
const componentOf = ({ provider, requestModel }: Datapoint, { step }: FailedPart): readonly string[] =>
  step ? ["step", step.kind, step.name] : [provider ?? "", requestModel ?? ""];

const whereOf = ({ provider, requestModel }: Datapoint, { step }: FailedPart): string =>
  step?.name ?? [provider, requestModel].filter((name) => name !== undefined).join(" ");

function errorTitle(type: ErrorType, where: string, message: string): string {
  const words = type.replaceAll("_", " ");
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}${where ? ` (${where})` : ""}: ${firstLine(message)}`;
  return title.length > 160 ? `${title.slice(0, 159)}…` : title;
}

const firstLine = (text: string) => text.trim().split(/\r?\n/, 1)[0] ?? "";

const variable: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/[^\s"'<>]+/gi, "<url>"],
  [/[\w.+-]+@[\w-]+\.[\w.]+/g, "<email>"],
  [/\b\d{4}-\d\d-\d\d[t ][\d:.,]+(z|[+-]\d\d:?\d\d)?/gi, "<time>"],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, "<id>"],
  [/\b[a-z]{2,12}[_-](?=[\w-]*\d)[\w-]{8,}/gi, "<id>"],
  [/\b(?=[a-z]*\d)(?=\d*[a-z])[\da-z]{16,}\b/gi, "<id>"],
  [/\b\d[\d.,]*/g, "<n>"],
];

/** Returns an error message without its variable parts: ids, numbers, addresses, times. At most 300 characters. */
export function normalised(message: string): string {
  const cut = message.slice(0, 2000);
  const plain = variable.reduce((text, [pattern, name]) => text.replace(pattern, name), cut);
  return plain.replace(/\s+/g, " ").trim().toLowerCase().slice(0, 300);
}
