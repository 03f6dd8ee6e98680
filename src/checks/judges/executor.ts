import { type Outcome, subjectOf } from "../../datapoints/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { WorkOutcome } from "../jobs/job.ts";
import { noJudgeModel } from "../lacking.ts";
import type { JobExecutor, JobLimits, Work } from "../ports/jobs.ts";
import type { ExpectedJudgeCost, JudgeNow, JudgeStore, SpendStore } from "../ports/judges.ts";
import { isMissing, type NoCompletion } from "./complete.ts";
import { expectedUsd } from "./estimate.ts";
import { dayOf, type JudgeCheck, type JudgeModel, type JudgeRequest } from "./judge.ts";
import { createJudgeCall, type Defences } from "./judge-call.ts";
import { type CallCost, type JudgeClient, meterOf } from "./judge-client.ts";

interface JudgeExecutorDependencies {
  /** Finds a built-in check, or a project's check in the version of the job. */
  readonly find: (job: Pick<Work["job"], "projectId" | "check" | "version">) => Promise<JudgeCheck | undefined>;
  readonly judges: Pick<JudgeStore, "list">;
  readonly spend: Pick<SpendStore, "skip">;
  readonly judgeClient: JudgeClient;
  readonly now: () => number;
  readonly defences?: Partial<Defences>;
}

export interface JudgeExecutor extends JobExecutor {
  /** Runs one check immediately, with the active judge or the given one. What a job would retry is broken here. */
  readonly judgeNow: JudgeNow;
  readonly expectedCost: ExpectedJudgeCost;
}

const limits: JobLimits = {
  atOnce: 24,
  atOncePerProject: 8,
  claimed: 40,
  // Renewed during a call; when a process dies, others claim its jobs after this time.
  leaseMs: 60_000,
  giveUpAfterMs: 86_400_000,
  retentionMs: 7 * 86_400_000,
};

/** Maximum number of checks in one call. */
const packedAtMost = 10;

interface PendingRequest extends Pick<Work, "datapoint" | "expected">, JudgeRequest {
  readonly id: string;
}

/** Creates the executor that runs judge checks with the project's active judge. */
export function createJudgeExecutor({
  find,
  judges,
  spend,
  judgeClient,
  now,
  defences = {},
}: JudgeExecutorDependencies): JudgeExecutor {
  return { limits, run, judgeNow, expectedCost };

  async function run(work: readonly Work[], signal: AbortSignal): Promise<ReadonlyMap<string, WorkOutcome>> {
    const project = work[0]?.job.projectId;
    const model = project && (await activeOf(project));
    if (!model) return new Map(work.map(({ job }) => [job.id, atOnce(noModel)]));
    const came = new Map<string, WorkOutcome>();
    const requests: PendingRequest[] = [];
    for (const { job, ...rest } of work) {
      const check = await find(job);
      if (check) requests.push({ ...rest, id: job.id, check, options: job.options });
      else came.set(job.id, atOnce({ kind: "broken", reason: `there is no judge check with the name ${job.check}` }));
    }
    for (const together of model.packs ? packsOf(requests) : requests.map((one) => [one]))
      for (const [id, outcome] of await call(model, together, signal)) came.set(id, outcome);
    return came;
  }

  async function judgeNow(
    project: ProjectId,
    check: JudgeCheck,
    { datapoint, options, expected, judge }: Parameters<JudgeNow>[2],
  ): ReturnType<JudgeNow> {
    const reason = whyNotApplicable(check, subjectOf(datapoint, expected));
    if (reason !== undefined) return { outcome: { kind: "skipped", reason }, durationMs: 0 };
    const model = judge ?? (await activeOf(project));
    if (!model) return { outcome: noModel, durationMs: 0 };
    const request = { id: "now", datapoint, check, options, ...(expected === undefined ? {} : { expected }) };
    const came = (await call(model, [request], new AbortController().signal)).get("now");
    if (came?.kind === "verdict") return came;
    const why = came !== undefined && "reason" in came ? came.reason : undefined;
    return { outcome: { kind: "broken", reason: why ?? "the judge was not called" }, durationMs: 0 };
  }

  async function expectedCost(...[projectId, requested, datapoints]: Parameters<ExpectedJudgeCost>) {
    const model = await activeOf(projectId);
    if (!model) return { unknown: noModel.reason };
    const found = await Promise.all(
      requested.map(({ options, ...job }) => find({ projectId, ...job }).then((check) => check && { check, options })),
    );
    const requests = found.filter((request) => request !== undefined);
    let usd = 0;
    for (const datapoint of datapoints) {
      const subject = subjectOf(datapoint);
      for (const request of requests) {
        const cost = expectedUsd(model, request, subject);
        if (cost === undefined)
          return { unknown: `the price of ${model.model} is not known: set it under Settings, Judges` };
        usd += cost;
      }
      // Yields to the event loop between datapoints.
      await new Promise(setImmediate);
    }
    return { usd };
  }

  async function activeOf(project: ProjectId): Promise<JudgeModel | undefined> {
    return (await judges.list(project)).find(({ isActive }) => isActive);
  }

  /** Evaluates the checks of one call and splits its cost evenly among them. */
  async function call(model: JudgeModel, requests: readonly PendingRequest[], signal: AbortSignal) {
    const [first] = requests;
    if (!first) return new Map<string, WorkOutcome>();
    const from = now();
    const costs: CallCost[] = [];
    const callJudge = createJudgeCall({ complete: judgeClient.complete((cost) => costs.push(cost)), defences });
    const unset = requests.flatMap((one) => unsetIn(one) ?? []);
    const ready = requests.filter(({ check }) => !unset.some(([name]) => name === check.name));
    const came = await callJudge(model, ready, subjectOf(first.datapoint, first.expected), signal);
    if (isMissing(came)) {
      if (came.ended === "spent") await spend.skip(model, dayOf(now()), requests.length);
      return new Map(requests.map(({ id }) => [id, outcomeWithout(came)] as const));
    }
    const outcomes = new Map([...came, ...unset]);
    const meter = meterOf(model, costs, requests.length);
    const durationMs = now() - from;
    return new Map(
      requests.map(({ id, check }): [string, WorkOutcome] => {
        const outcome = outcomes.get(check.name) ?? {
          kind: "broken" as const,
          reason: "the response of the judge lacks this check",
        };
        return [id, { kind: "verdict", outcome, meter, durationMs }];
      }),
    );
  }
}

/** Maps a call that ended without a completion to the outcome of its checks. */
function outcomeWithout(none: NoCompletion): WorkOutcome {
  const { reason } = none;
  switch (none.ended) {
    case "later": {
      const { afterMs, isUntried = false } = none;
      return { kind: isUntried ? "untried" : "again", reason, ...(afterMs === undefined ? {} : { afterMs }) };
    }
    case "spent":
      return atOnce({ kind: "skipped", reason });
    case "refused":
      return atOnce({ kind: "broken", reason });
    default:
      return unreachable(none);
  }
}

const noModel = {
  kind: "skipped",
  reason: noJudgeModel,
} as const satisfies Outcome;

const atOnce = (outcome: Outcome): WorkOutcome => ({ kind: "verdict", outcome, durationMs: 0 });

/** Returns a skipped outcome if a text option that the check requires is not set. */
function unsetIn({ check, options }: JudgeRequest): [[string, Outcome]] | undefined {
  const parsed = check.options.parse(options) as Readonly<Record<string, unknown>>;
  for (const [option, what] of Object.entries(check.rubric.settings ?? {})) {
    const text = parsed[option];
    if (typeof text !== "string" || text.trim() === "")
      return [[check.name, { kind: "skipped", reason: `its option ${option} is not set (${what})` }]];
  }
  return undefined;
}

/**
 * Groups checks of a pack into calls: at most ten, each check once, because other options make another
 * question.
 */
function packsOf(requests: readonly PendingRequest[]): readonly (readonly PendingRequest[])[] {
  const calls: PendingRequest[][] = [];
  for (const one of requests) {
    const fits = calls.find(
      (call) => call.length < packedAtMost && call.every(({ check }) => check.name !== one.check.name),
    );
    if (fits) fits.push(one);
    else calls.push([one]);
  }
  return calls;
}
