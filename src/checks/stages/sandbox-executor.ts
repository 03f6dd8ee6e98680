import { LRUCache } from "lru-cache";
import type { Outcome } from "../../datapoints/index.ts";
import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { CheckDefinition, CustomCheck } from "../custom/custom-check.ts";
import { isPolicy } from "../custom/policy-check.ts";
import type { WorkOutcome } from "../jobs/job.ts";
import type { CustomCheckStore } from "../ports/custom-checks.ts";
import type { JobExecutor, JobLimits, Work } from "../ports/jobs.ts";
import { type Given, isCode, type TryCustom } from "./custom-check-trial.ts";
import type { TryPolicy } from "./policy-trial.ts";

interface SandboxExecutorDependencies {
  readonly checks: Pick<CustomCheckStore, "get" | "byVersion" | "stopped">;
  readonly tryCustom: TryCustom;
  readonly tryPolicy: TryPolicy;
  /** Called after a check was switched off. */
  readonly checksChanged: (project: ProjectId) => void;
  readonly emit: Telemetry["emit"];
  /** Unix milliseconds. */
  readonly now: () => number;
}

const limits: JobLimits = {
  atOnce: 8,
  atOncePerProject: 6,
  claimed: 60,
  leaseMs: 60_000,
  giveUpAfterMs: 3_600_000,
  retentionMs: 3_600_000,
};

/** Runs custom code checks in the sandbox, in the version that the job names, even if a newer one was saved. */
export function createSandboxExecutor({
  checks,
  tryCustom,
  tryPolicy,
  checksChanged,
  emit,
  now,
}: SandboxExecutorDependencies): JobExecutor {
  /** Definitions are immutable per version. */
  const known = new LRUCache<string, CheckDefinition>({ max: 500 });
  return {
    limits,
    async run(work, signal) {
      const came = new Map<string, WorkOutcome>();
      for (const one of work) came.set(one.job.id, signal.aborted ? { kind: "untried" } : await attempt(one));
      return came;
    },
  };

  async function attempt({ job, datapoint, ...rest }: Work): Promise<WorkOutcome> {
    try {
      const definition = await definitionOf(job);
      if (!definition) return broken(`version ${job.version} of ${job.check} was deleted`);
      const tried = await trial(job.projectId, definition, { datapoint, ...rest });
      if (!tried) return broken(`${job.check} is a prompt, which a judge evaluates`);
      if (tried.isUnavailable) return { kind: "again", reason: reasonOf(tried.outcome) };
      if (tried.isStopped) await recordStop(job);
      return { kind: "verdict", outcome: tried.outcome, durationMs: tried.durationMs };
    } catch (thrown) {
      return { kind: "again", reason: messageOf(thrown) };
    }
  }

  async function trial(project: ProjectId, definition: CheckDefinition, given: Given) {
    if (isCode(definition)) return tryCustom(project, definition, given);
    return isPolicy(definition) ? tryPolicy(project, definition, given) : undefined;
  }

  async function definitionOf({ projectId, check, version }: Work["job"]): Promise<CheckDefinition | undefined> {
    const key = `${projectId} ${check} ${version}`;
    const definition = known.get(key) ?? (await checks.byVersion(projectId, check, version))?.definition;
    if (definition) known.set(key, definition);
    return definition;
  }

  async function recordStop({ projectId, check }: Work["job"]): Promise<void> {
    const off = await checks.stopped(projectId, check, now());
    if (!off) return;
    update(off);
    checksChanged(projectId);
  }

  function update({ projectId, name, off }: CustomCheck): void {
    emit({
      kind: "checks-switched-off",
      level: "warn",
      message: "a custom check was switched off",
      facts: { project: projectId, check: name, reason: off?.reason },
    });
  }
}

const broken = (reason: string): WorkOutcome => ({
  kind: "verdict",
  outcome: { kind: "broken", reason },
  durationMs: 0,
});

const reasonOf = (outcome: Outcome) => ("reason" in outcome ? outcome.reason : "the sandbox could not run it");
