import type { Quality, RunMetrics, Trajectories } from "../../packages/api-client/src/api.ts";
import { meant } from "./nearest.ts";

type Metric = readonly [name: string, value: number];

/** Returns the metrics of the run's type, without its checks, by the names that `at-least` takes. */
function measuresOf(metrics: RunMetrics): readonly Metric[] {
  const { classification, retrieval = [], trajectories, invariance, conversations } = metrics;
  return [
    ...(classification ? [["accuracy", classification.accuracy] as const, ...qualityOf(classification.macro)] : []),
    ...retrieval.flatMap(({ k, precision, recall, hitRate, mrr, map, ndcg }): readonly Metric[] => [
      [`precision@${k}`, precision],
      [`recall@${k}`, recall],
      [`hit-rate@${k}`, hitRate],
      [`mrr@${k}`, mrr],
      [`map@${k}`, map],
      [`ndcg@${k}`, ndcg],
    ]),
    ...(trajectories ? trajectoryMetrics(trajectories) : []),
    ...(invariance ? [["consistency", invariance.consistency] as const] : []),
    ...(conversations ? [["turns", conversations.meanTurns] as const] : []),
  ];
}

const qualityOf = ({ precision, recall, f1 }: Quality): readonly Metric[] => [
  ["precision", precision],
  ["recall", recall],
  ["f1", f1],
];

const trajectoryMetrics = (found: Trajectories): readonly Metric[] => [
  ["exact", found.exact],
  ["any-order", found.anyOrder],
  ["subset", found.subset],
  ["superset", found.superset],
  ["argument-match", found.argumentMatch],
  ...qualityOf(found),
];

/** Returns all metrics of a run: those of its type, and the share of rows that each check passed. */
export function metricsOf(metrics: RunMetrics): readonly Metric[] {
  const shares = metrics.checks.flatMap(({ check, passed, failed }): readonly Metric[] =>
    passed + failed === 0 ? [] : [[check, passed / (passed + failed)]],
  );
  return [...measuresOf(metrics), ...shares];
}

/** Returns a sentence for each metric that is below its minimum, or that the run does not have. */
export function underLeast(metrics: readonly Metric[], least: ReadonlyMap<string, number>): readonly string[] {
  const names = metrics.map(([name]) => name);
  return [...least].flatMap(([name, wanted]) => {
    const found = metrics.find(([each]) => each === name);
    if (!found)
      return [`the run has no ${name}${meant(name, names) || `; it has ${names.join(", ") || "no metrics"}`}`];
    return found[1] < wanted ? [`${name} is ${number(found[1])}, less than ${number(wanted)}`] : [];
  });
}

/** Returns `accuracy 0.75 · precision 0.8`; empty for a type without metrics. */
export const measuresText = (metrics: RunMetrics): string =>
  measuresOf(metrics)
    .map(([name, value]) => `${name} ${number(value)}`)
    .join(" · ");

const number = (value: number): string => `${Number(value.toFixed(3))}`;
