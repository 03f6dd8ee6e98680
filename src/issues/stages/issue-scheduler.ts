import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { createSchedule } from "../../platform/scheduling/schedule.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Issue } from "../issue.ts";
import type { IssueChange } from "../issue-change.ts";
import { issueGroups } from "../issue-group.ts";
import { decideSpike, decideWaking } from "../issue-rules.ts";
import type { FindingReader } from "../ports/findings.ts";
import type { IssueStore, IssueWatch } from "../ports/issues.ts";
import { isSpiking, paceOf, spikeHours, spikeText } from "../spike.ts";

interface IssueSchedulerDependencies {
  readonly issueWatch: IssueWatch;
  readonly issues: Pick<IssueStore, "change" | "merged">;
  readonly findings: Pick<FindingReader, "trend">;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly everyMs: number;
}

const hourMs = 3_600_000;

/**
 * Updates issues as time passes: reopens ignored issues and starts or ends spikes. Decisions use de-duplicated
 * rows inside the transaction that writes them, so several replicas may run it.
 */
export function createIssueScheduler({
  issueWatch,
  issues,
  findings,
  telemetry,
  now,
  everyMs,
}: IssueSchedulerDependencies) {
  return { ...createSchedule({ work: refresh, onFailure: report, everyMs }), look: refresh };

  async function refresh(): Promise<void> {
    const waking = await issueWatch.waking(now());
    for (const [project, of] of Map.groupBy(waking, ({ projectId }) => projectId)) {
      await decideEach(project, of, (issue) => decideWaking(issue, { at: now() }));
    }
    const recentlyActive = await issueWatch.recentlyActive(now() - 2 * hourMs);
    for (const [project, of] of Map.groupBy(recentlyActive, ({ projectId }) => projectId))
      await watchSpikes(project, of);
  }

  async function watchSpikes(project: ProjectId, recentlyActive: readonly Issue[]): Promise<void> {
    const at = now();
    const ids = recentlyActive.map(({ id }) => id);
    const count = spikeHours + 1;
    const steps = { from: at - count * hourMs, stepMs: hourMs, count };
    const trends = await findings.trend(project, issueGroups(ids, await issues.merged(project, ids)), steps);
    const decide = (issue: Issue) => {
      const hourly = trends.get(issue.id) ?? Array.from({ length: count }, () => 0);
      const pace = paceOf(hourly, { firstSeenAt: issue.firstSeenAt, now: at });
      const spiking = isSpiking(pace, issue.spikingSince !== undefined);
      return decideSpike(issue, { isSpiking: spiking, at, note: spikeText(pace) });
    };
    const changing = recentlyActive.filter((issue) => decide(issue) !== undefined);
    if (changing.length > 0) await decideEach(project, changing, decide);
  }

  function decideEach(
    project: ProjectId,
    of: readonly Pick<Issue, "id">[],
    decide: (issue: Issue) => IssueChange | undefined,
  ) {
    const ids = of.map(({ id }) => id);
    return issues.change(project, ids, (known) =>
      ids.flatMap((id) => {
        const issue = known.get(id);
        return (issue && decide(issue)) ?? [];
      }),
    );
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "issues-not-watched",
      level: "warn",
      message: "spikes of issues could not be evaluated; Gaffe retries",
      facts: { error: messageOf(thrown) },
    });
  }
}
