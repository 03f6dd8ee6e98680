import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { CheckDefinition, CustomCheck } from "../custom/custom-check.ts";
import type { WorkOutcome } from "../jobs/job.ts";
import type { CustomCheckStore } from "../ports/custom-checks.ts";
import type { JobExecutor, JobLimits, Work } from "../ports/jobs.ts";
import type { Outcome } from "../verdicts/verdict.ts";
import { isCode, type TryCustom } from "./try-custom.ts";

interface Needs {
  readonly checks: Pick<CustomCheckStore, "get" | "byVersion" | "stopped">;
  readonly tryCustom: TryCustom;
  /** Told after a check was switched off. */
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
  keptMs: 3_600_000,
};

/** Runs checks that are code in the sandbox: the version that was ordered, whatever was saved since. */
export function createSandboxExecutor({ checks, tryCustom, checksChanged, emit, now }: Needs): JobExecutor {
  /** Definitions never change under their version. */
  const known = new Map<string, CheckDefinition>();
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
      if (!isCode(definition)) return broken(`${job.check} is no code`);
      const tried = await tryCustom(job.projectId, definition, { datapoint, ...rest });
      if (tried.isUnavailable) return { kind: "again", because: reasonOf(tried.outcome) };
      if (tried.isStopped) await noteStop(job);
      return { kind: "verdict", outcome: tried.outcome, durationMs: tried.durationMs };
    } catch (thrown) {
      return { kind: "again", because: messageOf(thrown) };
    }
  }

  async function definitionOf({ projectId, check, version }: Work["job"]): Promise<CheckDefinition | undefined> {
    const key = `${projectId} ${check} ${version}`;
    const definition = known.get(key) ?? (await checks.byVersion(projectId, check, version))?.definition;
    if (known.size > 500) known.clear();
    if (definition) known.set(key, definition);
    return definition;
  }

  async function noteStop({ projectId, check }: Work["job"]): Promise<void> {
    const off = await checks.stopped(projectId, check, now());
    if (!off) return;
    tell(off);
    checksChanged(projectId);
  }

  function tell({ projectId, name, off }: CustomCheck): void {
    emit({
      kind: "checks-switched-off",
      level: "warn",
      message: "a custom check was switched off",
      facts: { project: projectId, check: name, because: off?.because },
    });
  }
}

const broken = (because: string): WorkOutcome => ({
  kind: "verdict",
  outcome: { kind: "broken", because },
  durationMs: 0,
});

const reasonOf = (outcome: Outcome) => ("because" in outcome ? outcome.because : "the sandbox could not run it");
