import { meant } from "./nearest.ts";

/** What a run comes to, as the service and the SDKs tell it. */
export interface Metrics {
  readonly rows: number;
  readonly errors: number;
  readonly checks: readonly {
    readonly check: string;
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
    readonly broken: number;
    readonly mean?: number;
  }[];
  readonly classification?: { readonly accuracy: number; readonly macro: Quality };
  readonly retrieval?: readonly ({ readonly k: number; readonly hitRate: number } & Readonly<
    Record<"precision" | "recall" | "mrr" | "map" | "ndcg", number>
  >)[];
  readonly trajectories?: Quality &
    Readonly<Record<"exact" | "anyOrder" | "subset" | "superset" | "argumentMatch", number>>;
  readonly invariance?: { readonly consistency: number };
  readonly conversations?: { readonly meanTurns: number };
}

type Quality = Readonly<Record<"precision" | "recall" | "f1", number>>;
type Figure = readonly [name: string, value: number];

/** What a run measures by its type, besides its checks: figures by the names that `at-least` takes. */
function measuresOf(metrics: Metrics): readonly Figure[] {
  const { classification, retrieval = [], trajectories, invariance, conversations } = metrics;
  return [
    ...(classification ? [["accuracy", classification.accuracy] as const, ...qualityOf(classification.macro)] : []),
    ...retrieval.flatMap(({ k, precision, recall, hitRate, mrr, map, ndcg }): readonly Figure[] => [
      [`precision@${k}`, precision],
      [`recall@${k}`, recall],
      [`hit-rate@${k}`, hitRate],
      [`mrr@${k}`, mrr],
      [`map@${k}`, map],
      [`ndcg@${k}`, ndcg],
    ]),
    ...(trajectories ? trajectoryFigures(trajectories) : []),
    ...(invariance ? [["consistency", invariance.consistency] as const] : []),
    ...(conversations ? [["turns", conversations.meanTurns] as const] : []),
  ];
}

const qualityOf = ({ precision, recall, f1 }: Quality): readonly Figure[] => [
  ["precision", precision],
  ["recall", recall],
  ["f1", f1],
];

const trajectoryFigures = (found: NonNullable<Metrics["trajectories"]>): readonly Figure[] => [
  ["exact", found.exact],
  ["any-order", found.anyOrder],
  ["subset", found.subset],
  ["superset", found.superset],
  ["argument-match", found.argumentMatch],
  ...qualityOf(found),
];

/** All figures of a run: the measures of its type, and the share of rows that each check passed. */
export function figuresOf(metrics: Metrics): readonly Figure[] {
  const shares = metrics.checks.flatMap(({ check, passed, failed }): readonly Figure[] =>
    passed + failed === 0 ? [] : [[check, passed / (passed + failed)]],
  );
  return [...measuresOf(metrics), ...shares];
}

/** A sentence for each figure that is less than it must be, or is none of the run's. */
export function underLeast(figures: readonly Figure[], least: ReadonlyMap<string, number>): readonly string[] {
  const names = figures.map(([name]) => name);
  return [...least].flatMap(([name, wanted]) => {
    const found = figures.find(([each]) => each === name);
    if (!found)
      return [`the run has no ${name}${meant(name, names) || `; it has ${names.join(", ") || "no figures"}`}`];
    return found[1] < wanted ? [`${name} is ${number(found[1])}, less than ${number(wanted)}`] : [];
  });
}

/** `accuracy 0.75 · precision 0.8`; empty where the type measures nothing. */
export const measuresText = (metrics: Metrics): string =>
  measuresOf(metrics)
    .map(([name, value]) => `${name} ${number(value)}`)
    .join(" · ");

const number = (value: number): string => `${Number(value.toFixed(3))}`;
