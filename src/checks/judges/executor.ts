import { subjectOf } from "../../datapoints/traces/subject.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { WorkOutcome } from "../jobs/job.ts";
import type { JobExecutor, JobLimits, Work } from "../ports/jobs.ts";
import type { ExpectedJudgeCost, JudgeNow, JudgeStore, SpendStore } from "../ports/judges.ts";
import type { Outcome } from "../verdicts/verdict.ts";
import { createAsk, type Defences } from "./ask.ts";
import { BudgetSpent, NoAnswer, RequestRefused } from "./complete.ts";
import { expectedUsd } from "./estimate.ts";
import { dayOf, type JudgeAsk, type JudgeCheck, type JudgeModel } from "./judge.ts";
import { type CallCost, meterOf, type WayOut } from "./way-out.ts";

interface Needs {
  /** Built-in checks, and those that a project wrote in the version that was ordered. */
  readonly find: (job: Pick<Work["job"], "projectId" | "check" | "version">) => Promise<JudgeCheck | undefined>;
  readonly judges: Pick<JudgeStore, "list">;
  readonly spend: Pick<SpendStore, "skip">;
  readonly wayOut: WayOut;
  readonly now: () => number;
  readonly defences?: Partial<Defences>;
}

export interface JudgeExecutor extends JobExecutor {
  /** One check by hand, with the active judge or one of the caller's choice. What would be tried again is broken. */
  readonly judgeNow: JudgeNow;
  readonly expectedCost: ExpectedJudgeCost;
}

const limits: JobLimits = {
  atOnce: 24,
  atOncePerProject: 8,
  claimed: 40,
  // Renewed while a call is out: the jobs of a process that dies are another's after so long.
  leaseMs: 60_000,
  giveUpAfterMs: 86_400_000,
  keptMs: 7 * 86_400_000,
};

/** Checks that one call asks for at most. */
const packedAtMost = 10;

interface Asked extends Pick<Work, "datapoint" | "expected">, JudgeAsk {
  readonly id: string;
}

/** Runs judge checks with the project's active judge. */
export function createJudgeExecutor({ find, judges, spend, wayOut, now, defences = {} }: Needs): JudgeExecutor {
  return { limits, run, judgeNow, expectedCost };

  async function run(work: readonly Work[], signal: AbortSignal): Promise<ReadonlyMap<string, WorkOutcome>> {
    const project = work[0]?.job.projectId;
    const model = project && (await activeOf(project));
    if (!model) return new Map(work.map(({ job }) => [job.id, atOnce(noModel)]));
    const came = new Map<string, WorkOutcome>();
    const asked: Asked[] = [];
    for (const { job, ...rest } of work) {
      const check = await find(job);
      if (check) asked.push({ ...rest, id: job.id, check, options: job.options });
      else came.set(job.id, atOnce({ kind: "broken", because: `there is no judge check named ${job.check}` }));
    }
    for (const together of model.packs ? packsOf(asked) : asked.map((one) => [one]))
      for (const [id, outcome] of await call(model, together, signal)) came.set(id, outcome);
    return came;
  }

  async function judgeNow(
    project: ProjectId,
    check: JudgeCheck,
    { datapoint, options, expected, judge }: Parameters<JudgeNow>[2],
  ): ReturnType<JudgeNow> {
    const because = whyNotApplicable(check, subjectOf(datapoint, expected));
    if (because !== undefined) return { outcome: { kind: "skipped", because }, durationMs: 0 };
    const model = judge ?? (await activeOf(project));
    if (!model) return { outcome: noModel, durationMs: 0 };
    const asked = { id: "now", datapoint, check, options, ...(expected === undefined ? {} : { expected }) };
    const came = (await call(model, [asked], new AbortController().signal)).get("now");
    if (came?.kind === "verdict") return came;
    const why = came !== undefined && "because" in came ? came.because : undefined;
    return { outcome: { kind: "broken", because: why ?? "the judge was not asked" }, durationMs: 0 };
  }

  async function expectedCost(...[projectId, asked, datapoints]: Parameters<ExpectedJudgeCost>) {
    const model = await activeOf(projectId);
    if (!model) return { unknown: noModel.because };
    const found = await Promise.all(
      asked.map(({ options, ...job }) => find({ projectId, ...job }).then((check) => check && { check, options })),
    );
    const asks = found.filter((ask) => ask !== undefined);
    let usd = 0;
    for (const datapoint of datapoints) {
      const subject = subjectOf(datapoint);
      for (const ask of asks) {
        const cost = expectedUsd(model, ask, subject);
        if (cost === undefined)
          return { unknown: `the price of ${model.model} is not known: set it under Settings, Judges` };
        usd += cost;
      }
      // The questions of one datapoint are a slice of time; others get theirs in between.
      await new Promise(setImmediate);
    }
    return { usd };
  }

  async function activeOf(project: ProjectId): Promise<JudgeModel | undefined> {
    return (await judges.list(project)).find(({ isActive }) => isActive);
  }

  /** The checks of one call; what it cost is shared out among them evenly. */
  async function call(model: JudgeModel, asked: readonly Asked[], signal: AbortSignal) {
    const [first] = asked;
    if (!first) return new Map<string, WorkOutcome>();
    const from = now();
    const costs: CallCost[] = [];
    const ask = createAsk({ complete: wayOut.complete((cost) => costs.push(cost)), defences });
    const unset = asked.flatMap((one) => unsetIn(one) ?? []);
    const ready = asked.filter(({ check }) => !unset.some(([name]) => name === check.name));
    const came = await attempt(() => ask(model, ready, subjectOf(first.datapoint, first.expected), signal));
    if ("kind" in came) {
      if (came.kind === "verdict" && came.outcome.kind === "skipped")
        await spend.skip(model, dayOf(now()), asked.length);
      return new Map(asked.map(({ id }) => [id, came] as const));
    }
    const outcomes = new Map([...came, ...unset]);
    const meter = meterOf(model, costs, asked.length);
    const durationMs = now() - from;
    return new Map(
      asked.map(({ id, check }): [string, WorkOutcome] => {
        const outcome = outcomes.get(check.name) ?? {
          kind: "broken" as const,
          because: "the judge said nothing of it",
        };
        return [id, { kind: "verdict", outcome, meter, durationMs }];
      }),
    );
  }
}

/** What ends a call without verdicts, as what becomes of its checks. */
async function attempt(
  act: () => Promise<ReadonlyMap<string, Outcome>>,
): Promise<ReadonlyMap<string, Outcome> | WorkOutcome> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof NoAnswer) {
      const { message: because, afterMs, isUntried } = thrown;
      return { kind: isUntried ? "untried" : "again", because, ...(afterMs === undefined ? {} : { afterMs }) };
    }
    if (thrown instanceof BudgetSpent) return atOnce({ kind: "skipped", because: thrown.message });
    if (thrown instanceof RequestRefused) return atOnce({ kind: "broken", because: thrown.message });
    throw thrown;
  }
}

const noModel = {
  kind: "skipped",
  because: "no judge model is configured: choose one under Settings, Judges",
} as const satisfies Outcome;

const atOnce = (outcome: Outcome): WorkOutcome => ({ kind: "verdict", outcome, durationMs: 0 });

/** Skipped for want of a text that the check needs and nobody has given. */
function unsetIn({ check, options }: JudgeAsk): [[string, Outcome]] | undefined {
  const parsed = check.options.parse(options) as Readonly<Record<string, unknown>>;
  for (const [option, what] of Object.entries(check.rubric.settings ?? {})) {
    const text = parsed[option];
    if (typeof text !== "string" || text.trim() === "")
      return [[check.name, { kind: "skipped", because: `its option ${option} is not set (${what})` }]];
  }
  return undefined;
}

/** What is asked in one call: members of a pack, at most ten, each check once (with other options it is another question). */
function packsOf(asked: readonly Asked[]): readonly (readonly Asked[])[] {
  const calls: Asked[][] = [];
  for (const one of asked) {
    const fits = calls.find(
      (call) => call.length < packedAtMost && call.every(({ check }) => check.name !== one.check.name),
    );
    if (fits) fits.push(one);
    else calls.push([one]);
  }
  return calls;
}
