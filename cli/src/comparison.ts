import type { Api } from "./api.ts";
import { usage } from "./exit.ts";
import { percent } from "./print.ts";

/** A test run as the API shows it. */
export interface ApiRun {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly appLink: string;
}

interface Figures {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly pValueAdjusted: number;
  readonly significant: boolean;
  /** Probability that the run is better than the base. */
  readonly chanceToBeat: number;
  /** Expected loss by choosing the run, should it be worse. */
  readonly riskToShip: number;
}

export interface ComparedCheck {
  readonly runId: string;
  readonly check: string;
  readonly matched: number;
  readonly otherVersion: number;
  readonly outcomes: {
    readonly bothPassed: number;
    readonly improved: number;
    readonly worsened: number;
    readonly bothFailed: number;
  };
  readonly passRate?: Figures;
  readonly score?: Figures;
}

export interface Comparison {
  readonly checks: readonly ComparedCheck[];
  readonly changed: readonly {
    readonly runId: string;
    readonly check: string;
    readonly input: string;
    readonly change: "worsened" | "improved";
  }[];
}

export const compareRuns = (api: Api, base: string, runs: readonly string[], alpha?: number): Promise<Comparison> =>
  api.post("/test-runs/compare", { base, runs, ...(alpha === undefined ? {} : { alpha }) });

/** Significantly worse than the base, after correction for the number of comparisons. */
export const isRegression = ({ passRate, score }: ComparedCheck): boolean =>
  [passRate, score].some((figures) => figures?.significant === true && figures.difference < 0);

const lookBack = 1000;

/**
 * The run that is meant: an id, `latest`, `latest:NAME`, or a tag, of which the newest finished run is taken. `like`
 * limits it to older runs of that name.
 */
export async function findRun(
  api: Api,
  wanted: string,
  like: { readonly name?: string; readonly not?: ReadonlySet<string> } = {},
): Promise<ApiRun | undefined> {
  if (wanted.startsWith("run_")) return api.get<ApiRun>(`/test-runs/${encodeURIComponent(wanted)}`);
  const { name = wanted.startsWith("latest:") ? wanted.slice("latest:".length) : undefined, not = new Set() } = like;
  const tag = wanted === "latest" || wanted.startsWith("latest:") ? undefined : wanted;
  let cursor: string | undefined;
  for (let seen = 0; seen < lookBack; ) {
    const after = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await api.get<{ items: readonly ApiRun[]; nextCursor?: string }>(`/test-runs?limit=200${after}`);
    const found = page.items.find(
      (run) =>
        run.state === "finished" &&
        !not.has(run.id) &&
        (name === undefined || run.name === name) &&
        (tag === undefined || run.tags.includes(tag)),
    );
    if (found) return found;
    seen += page.items.length;
    cursor = page.nextCursor;
    if (cursor === undefined) return undefined;
  }
  return undefined;
}

/** As findRun, where there must be one. */
export async function mustFindRun(api: Api, wanted: string): Promise<ApiRun> {
  const found = await findRun(api, wanted);
  if (found) return found;
  throw usage(`there is no finished run ${wanted}: give an id, latest, latest:NAME, or a tag`);
}

/** Of one check against the base: `80.0 % → 60.0 % (p 0.012, significantly worse), 4 worse, 0 better of 20; …`. */
export function changeText({ matched, otherVersion, outcomes, passRate, score }: ComparedCheck): string {
  if (!passRate) {
    return otherVersion > 0 ? `not comparable: the check has changed (${otherVersion} rows)` : "no row in common";
  }
  const { bothPassed, improved, worsened } = outcomes;
  const rates = `${percent((bothPassed + worsened) / matched)} → ${percent((bothPassed + improved) / matched)}`;
  const scored = score ? `, score ${signed(score.difference.toFixed(3))}${wordOf(score)}` : "";
  const odds = `; chance to beat ${percent(passRate.chanceToBeat)}, risk to ship ${percent(passRate.riskToShip)}`;
  // Where no row changed there is nothing to weigh.
  const weighed = improved + worsened === 0 ? "" : odds;
  return `${rates}${wordOf(passRate)}, ${worsened} worse, ${improved} better of ${matched}${scored}${weighed}`;
}

function wordOf({ difference, significant, pValueAdjusted }: Figures): string {
  if (difference === 0) return "";
  const p = `p ${pValueAdjusted < 0.001 ? "< 0.001" : pValueAdjusted.toFixed(3)}`;
  if (!significant) return ` (${p}, could be chance)`;
  return difference < 0 ? ` (${p}, significantly worse)` : ` (${p}, significantly better)`;
}

const signed = (text: string) => (text.startsWith("-") ? text : `+${text}`);
