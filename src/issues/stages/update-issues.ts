import type { Threshold } from "../../monitors/index.ts";
import type { IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Finding, Issue } from "../issue.ts";
import type { IssueChange } from "../issue-change.ts";
import { issueGroups } from "../issue-group.ts";
import { decideCorrection, decideFinding, decideWaking } from "../issue-rules.ts";
import type { FindingReader } from "../ports/findings.ts";
import type { IssueStatistics } from "../ports/issue-statistics.ts";
import type { IssueStore } from "../ports/issues.ts";
import { type BelowThreshold, createCountFindings, idOf } from "./count-findings.ts";

interface UpdateIssuesDependencies {
  readonly issues: IssueStore;
  readonly findings: Pick<FindingReader, "counts">;
  readonly statistics: Pick<IssueStatistics, "densest" | "matched">;
  /** The threshold of a monitor, if it has one. */
  readonly thresholdOf: (monitor: MonitorId) => Threshold | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** An issue that lost an occurrence. */
export interface Retracted {
  readonly projectId: ProjectId;
  readonly issueId: IssueId;
}

export type UpdateIssues = (
  findings: readonly Finding[],
  retracted?: readonly Retracted[],
) => Promise<readonly IssueChange[]>;

/**
 * Creates the stage "update issues": one transaction per project, idempotent. Thresholds, counts of ignored
 * issues, and findings that open or regress an issue are decided in a second transaction from stored rows,
 * because another batch may have retracted the finding. Issues without occurrences are resolved.
 */
export function createUpdateIssues({
  issues,
  findings: reader,
  statistics,
  thresholdOf,
  now,
}: UpdateIssuesDependencies): UpdateIssues {
  const measure = createCountFindings({ statistics });
  return async (findings, retracted = []) => {
    const notified: IssueChange[] = [];
    for (const [project, ofProject] of Map.groupBy(findings, ({ projectId }) => projectId)) {
      notified.push(...(await raiseIn(project, ofProject)));
    }
    for (const [project, ofProject] of Map.groupBy(retracted, ({ projectId }) => projectId)) {
      notified.push(...(await correctIn(project, [...new Set(ofProject.map(({ issueId }) => issueId))])));
    }
    return notified;
  };

  async function raiseIn(project: ProjectId, findings: readonly Finding[]): Promise<readonly IssueChange[]> {
    const belowThreshold: BelowThreshold[] = [];
    const appearing: Finding[][] = [];
    const counting: Issue[] = [];
    const first = await issues.change(project, idsOf(findings), (known, nextNumber) => {
      for (const list of [belowThreshold, appearing, counting]) list.length = 0;
      return decideAll(byHead(findings, known), nextNumber, ({ before, of, number }) => {
        const threshold = before && isWatched(before) ? undefined : thresholdFor(of);
        if (threshold) belowThreshold.push({ threshold, of, ...(before ? { before } : {}) });
        if (threshold && !before) return undefined;
        const change = decideFinding(before, of, { number, at: now(), isBelowThreshold: threshold !== undefined });
        if (appears(change)) {
          appearing.push([...of]);
          return undefined;
        }
        if (change.kind === "seen" && change.issue.ignoring?.kind === "count") counting.push(change.issue);
        return change;
      });
    });
    const second = belowThreshold.length === 0 ? [] : await updateThresholdIssues(project, belowThreshold);
    const third = appearing.length === 0 ? [] : await raiseStored(project, appearing.flat());
    const fourth = counting.length === 0 ? [] : await wake(project, counting);
    return [...first, ...second, ...third, ...fourth].filter(({ kind }) => kind !== "seen");
  }

  /** Opens and regresses the issues of which an occurrence is stored. */
  async function raiseStored(project: ProjectId, findings: readonly Finding[]): Promise<readonly IssueChange[]> {
    const counts = await reader.counts(project, issueGroups(idsOf(findings), new Map()));
    const stored = findings.filter(({ issueId }) => (counts.get(issueId)?.occurrences ?? 0) > 0);
    if (stored.length === 0) return [];
    const changes = await issues.change(project, idsOf(stored), (known, nextNumber) =>
      decideAll(byHead(stored, known), nextNumber, ({ before, of, number }) =>
        decideFinding(before, of, { number, at: now() }),
      ),
    );
    // An issue whose finding was retracted meanwhile did not exist yet and could not be resolved.
    const opened = changes.filter(appears).map(({ issue }) => issue.id);
    return opened.length === 0 ? changes : [...changes, ...(await correctIn(project, opened))];
  }

  /** Uses the threshold of the first monitor; without one, the finding applies immediately. */
  function thresholdFor(findings: readonly Finding[]): Threshold | undefined {
    const thresholds = findings.map(({ monitorId }) => thresholdOf(monitorId));
    return thresholds.includes(undefined) ? undefined : thresholds[0];
  }

  async function updateThresholdIssues(
    project: ProjectId,
    belowThreshold: readonly BelowThreshold[],
  ): Promise<readonly IssueChange[]> {
    const merged = await issues.merged(
      project,
      belowThreshold.flatMap(({ before }) => before?.id ?? []),
    );
    const reached = await measure(project, belowThreshold, merged);
    if (reached.size === 0) return [];
    const findings = belowThreshold.filter(({ of, before }) => reached.has(idOf(of, before))).flatMap(({ of }) => of);
    return issues.change(project, idsOf(findings), (known, nextNumber) =>
      decideAll(byHead(findings, known), nextNumber, ({ before, of, number }) => {
        const measured = reached.get(idOf(of, before));
        // A person resolved it meanwhile, so the count is not about this resolve.
        if (!measured || (before?.state === "resolved" && before.stateSince !== measured.since)) return undefined;
        const change = decideFinding(before, of, { number, at: now() });
        const firstSeenAt = Math.min(change.issue.firstSeenAt, measured.firstAt);
        return { ...change, issue: { ...change.issue, firstSeenAt } };
      }),
    );
  }

  async function wake(project: ProjectId, ignored: readonly Issue[]): Promise<readonly IssueChange[]> {
    const ids = ignored.map(({ id }) => id);
    const counts = await reader.counts(project, issueGroups(ids, await issues.merged(project, ids)));
    return issues.change(project, ids, (known) =>
      ids.flatMap((id) => {
        const before = known.get(id);
        const occurrences = counts.get(id)?.occurrences ?? 0;
        return (before && decideWaking(before, { at: now(), occurrences })) ?? [];
      }),
    );
  }

  async function correctIn(project: ProjectId, ids: readonly IssueId[]): Promise<readonly IssueChange[]> {
    const before = new Map<IssueId, Issue>();
    for (const id of ids) {
      const found = await issues.get(project, id);
      const head = found?.mergedInto === undefined ? found : await issues.get(project, found.mergedInto);
      if (head) before.set(head.id, head);
    }
    if (before.size === 0) return [];
    const heads = [...before.keys()];
    const counts = await reader.counts(project, issueGroups(heads, await issues.merged(project, heads)));
    return issues.change(project, heads, (known) =>
      heads.flatMap((id) => {
        const issue = known.get(id);
        // It was seen again while it was counted, so an occurrence exists.
        if (!issue || issue.sampleDatapointId !== before.get(id)?.sampleDatapointId) return [];
        return decideCorrection(issue, { at: now(), occurrences: counts.get(id)?.occurrences ?? 0 }) ?? [];
      }),
    );
  }
}

/** The issue needs attention, for the first time or again. */
const appears = ({ kind }: IssueChange) => kind === "opened" || kind === "regressed" || kind === "reopened";

/** The threshold has been passed already. */
const isWatched = ({ state }: Issue) => state !== "resolved";

const idsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ issueId }) => issueId))];

interface Deciding {
  readonly before: Issue | undefined;
  readonly of: readonly Finding[];
  readonly number: number;
}

/** Groups findings by the issue they count for: their own, or its merge target. */
function byHead(findings: readonly Finding[], known: ReadonlyMap<IssueId, Issue>) {
  return Array.from(
    Map.groupBy(findings, ({ issueId }) => known.get(issueId)?.mergedInto ?? issueId),
    ([id, of]) => ({ before: known.get(id), of }),
  );
}

function decideAll(
  groups: readonly Omit<Deciding, "number">[],
  nextNumber: number,
  decide: (deciding: Deciding) => IssueChange | undefined,
): readonly IssueChange[] {
  let next = nextNumber;
  return groups.flatMap(({ before, of }) => {
    const change = decide({ before, of, number: before?.number ?? next });
    if (change && !before) next++;
    return change ?? [];
  });
}
