import {
  type Datapoint,
  type DatapointReader,
  datapointFields,
  requireQuery,
  type Verdict,
} from "../../datapoints/index.ts";
import { verdictJson } from "../../datapoints/service.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/service.ts";
import { CompareRequest, Comparison } from "../contract/judge.ts";
import { isJudgeCheck } from "../judges/judge.ts";
import type { JudgeStore, Judging } from "../ports/judges.ts";
import { verdictNow } from "../stages/evaluate.ts";
import type { KnownChecks } from "../stages/known-checks.ts";
import { agreementOf } from "../verdicts/agreement.ts";
import { refuseWrongOptions } from "./requested-checks.ts";

interface JudgeComparisonDependencies {
  readonly judges: JudgeStore;
  readonly judging: Judging;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  readonly datapoints: DatapointReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const atOnce = 4;
const dayMs = 86_400_000;

export function judgeComparisonRoutes({
  judges,
  judging,
  asynchronousChecks,
  datapoints,
  now,
}: JudgeComparisonDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/judges/compare",
      scope: "write",
      tag: "judges",
      summary: "Compare two judges on one check and the same datapoints; the calls are billed",
      body: CompareRequest,
      answers: { 200: Comparison },
      async handle({ principal: { projectId }, body }) {
        const { check, options } = body;
        const known = asynchronousChecks.library.get(check);
        if (!isJudgeCheck(known)) throw refusal("invalid-request", `there is no judge check named ${check}`, "check");
        refuseWrongOptions(known.options, options, "options");
        const two = await Promise.all(body.judges.map((id) => judges.get(projectId, id)));
        const [one, other] = two;
        if (!one || !other) throw notFound("judge");
        const sample = await sampleOf(projectId, body);
        const rows = await inTurns(sample, async (datapoint) => {
          const verdicts = await Promise.all(
            [one, other].map(async (judge) => {
              const came = await judging.judgeNow(projectId, known, { datapoint, options, judge });
              return verdictNow({ datapoint, check, options, version: known.version }, came, now());
            }),
          );
          return { datapointId: datapoint.id, verdicts: verdicts as [Verdict, Verdict] };
        });
        return ok(comparisonOf(rows));
      },
    }),
  ];

  async function sampleOf(project: ProjectId, { datapointIds, q = "", limit }: typeof CompareRequest._output) {
    if (datapointIds) {
      const found = await Promise.all(datapointIds.map((id) => datapoints.get(project, asDatapointId(id))));
      return found.flatMap((one) => (one ? [one.datapoint] : []));
    }
    const range = { from: now() - 7 * dayMs, to: now() + 1 };
    const query = requireQuery(q, { now: now(), fields: datapointFields });
    return (await datapoints.newest(project, query, range, limit)).map(({ datapoint }) => datapoint);
  }
}

interface Row {
  readonly datapointId: string;
  readonly verdicts: readonly [Verdict, Verdict];
}

function comparisonOf(rows: readonly Row[]) {
  const isDecided = ({ state }: Verdict) => state === "passed" || state === "failed";
  const decided = rows.filter(({ verdicts }) => verdicts.every(isDecided));
  const { cases, agreed, share, kappa } = agreementOf(
    decided.map(({ verdicts: [one, other] }) => [one.state === "passed", other.state === "passed"] as const),
  );
  const costOf = (index: 0 | 1) => {
    const costs = rows.flatMap(({ verdicts }) => verdicts[index].costUsd ?? []);
    return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
  };
  return {
    both: cases,
    agreed,
    agreement: share,
    kappa,
    costUsd: [costOf(0), costOf(1)],
    rows: rows.map(({ datapointId, verdicts: [one, other] }) => ({
      datapointId,
      verdicts: [verdictJson(one), verdictJson(other)],
      flips: isDecided(one) && isDecided(other) && one.state !== other.state,
    })),
  };
}

/** Runs a few concurrently, so that a judge's rate limits do not affect the comparison. */
async function inTurns<Made>(
  sample: readonly Datapoint[],
  make: (datapoint: Datapoint) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < sample.length; at += atOnce)
    made.push(...(await Promise.all(sample.slice(at, at + atOnce).map(make))));
  return made;
}
