import { type Datapoint, retriesOf, type Severity, type Verdict } from "../datapoints/index.ts";
import type { Monitor } from "../monitors/index.ts";
import { issueId, type MonitorId } from "../platform/ids.ts";
import { groupFinding, groupTitle } from "./fingerprint/grouping.ts";
import { type Cause, createCausesOf, type Described } from "./fingerprint/verdict-cause.ts";
import type { Finding } from "./issue.ts";
import { subtitleOf } from "./titles/subtitle.ts";

interface Known {
  readonly checks: { get(name: string): Described | undefined };
  readonly monitors: ReadonlyMap<MonitorId, Monitor>;
}

/** A failed verdict, one of the monitors that requested it, and what caused it. */
interface Reason {
  readonly verdict: Verdict;
  readonly check: Described;
  readonly monitor: Monitor;
  readonly cause: Cause;
}

const reasonsAtMost = 5;
const evidenceAtMost = 20;
const titleAtMost = 160;

/**
 * Returns the findings of one datapoint, one per issue. Verdicts with the same cause are one finding with several
 * reasons: several checks of one failed call, or of one malformed tool call. Behavior is grouped by check and monitor;
 * an error by its cause, whichever monitor matched it.
 */
export function findingsOf(datapoint: Datapoint, verdicts: readonly Verdict[], known: Known): readonly Finding[] {
  const failed = verdicts.filter(({ state }) => state === "failed");
  if (failed.length === 0) return [];
  const causeOf = createCausesOf(datapoint);
  const reasons = failed.flatMap((verdict): Reason[] => {
    const check = known.checks.get(verdict.check);
    if (!check) return [];
    const monitors = verdict.monitorIds.flatMap((id) => known.monitors.get(id) ?? []);
    return monitors.map((monitor) => ({ verdict, check, monitor, cause: causeOf(verdict, check, monitor) }));
  });
  const byCause = Map.groupBy(reasons, ({ cause }) => cause.shared);
  return Array.from(byCause.values(), (of) => findingOf(datapoint, of));
}

function findingOf(datapoint: Datapoint, reasons: readonly Reason[]): Finding {
  // The order of monitors and checks does not decide which of several checks gives its name.
  const [primary] = reasons.toSorted((left, right) =>
    left.cause.key < right.cause.key ? -1 : left.cause.key > right.cause.key ? 1 : 0,
  ) as [Reason];
  const { cause, check, monitor } = primary;
  const explanations = [...new Set(reasons.map((reason) => reason.verdict.explanation ?? reason.check.title))];
  const monitors = [...new Set(reasons.map((reason) => reason.monitor))];
  const grouped = groupFinding(datapoint, issueId(datapoint.projectId, cause.fingerprint), monitors);
  const whole = groupTitle(cause.title, grouped.values);
  const title = whole.length > titleAtMost ? `${whole.slice(0, titleAtMost - 1)}…` : whole;
  const explanation = explanations.slice(0, reasonsAtMost).join("; ");
  return {
    issueId: grouped.issueId,
    projectId: datapoint.projectId,
    datapointId: datapoint.id,
    kind: cause.errorType === undefined ? "behavior" : "error",
    check: check.name,
    ...(cause.errorType === undefined ? {} : { errorType: cause.errorType }),
    monitorId: monitor.id,
    severity: mostSevere(reasons.map(severityOf)),
    title,
    subtitle: subtitleOf(datapoint, title, cause.examples),
    explanation,
    evidence: [...new Set(reasons.map(({ verdict }) => verdict))]
      .flatMap(({ evidence }) => evidence)
      .slice(0, evidenceAtMost),
    ...whose(datapoint),
    at: datapoint.startedAt,
  };
}

function severityOf({ monitor, verdict, check }: Reason): Severity {
  const configured = monitor.checks.find((entry) => entry.check === check.name && entry.severity !== undefined);
  return configured?.severity ?? verdict.severity ?? check.severity;
}

const ranks: Readonly<Record<Severity, number>> = { critical: 0, major: 1, minor: 2 };

const mostSevere = (all: readonly Severity[]): Severity =>
  all.reduce((left, right) => (ranks[right] < ranks[left] ? right : left));

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
