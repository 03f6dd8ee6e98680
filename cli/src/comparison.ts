import type { Api } from "./api.ts";
import { usage } from "./exit.ts";
import { percent } from "./print.ts";

/** A test run as the API returns it. */
export interface ApiRun {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly appLink: string;
}

interface Comparable {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly pValueAdjusted: number;
  readonly significant: boolean;
  /** Probability that the run is better than the base. */
  readonly chanceToBeat: number;
  /** Expected loss from choosing the run if it is worse. */
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
  readonly passRate?: Comparable;
  readonly score?: Comparable;
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

/** Whether the run is significantly worse than the base, after correction for the number of comparisons. */
export const isRegression = ({ passRate, score }: ComparedCheck): boolean =>
  [passRate, score].some((change) => change?.significant === true && change.difference < 0);

const maxSearchedRuns = 1000;

/**
 * Finds a run by id, `latest`, `latest:NAME`, or a tag; all but an id select the newest finished run. `like`
 * limits the search to older runs of that name.
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
  for (let seen = 0; seen < maxSearchedRuns; ) {
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

/** Does the same as findRun, and throws Exit when there is none. */
export async function mustFindRun(api: Api, wanted: string): Promise<ApiRun> {
  const found = await findRun(api, wanted);
  if (found) return found;
  throw usage(`there is no finished run ${wanted}: give an id, latest, latest:NAME, or a tag`);
}

/**
 * Describes one check against the base: `80.0 % → 60.0 % (p 0.012, significantly worse), 4 worse, 0 better of
 * 20; …`.
 */
export function changeText({ matched, otherVersion, outcomes, passRate, score }: ComparedCheck): string {
  if (!passRate) {
    return otherVersion > 0 ? `not comparable: the check has changed (${otherVersion} rows)` : "no row in common";
  }
  const { bothPassed, improved, worsened } = outcomes;
  const rates = `${percent((bothPassed + worsened) / matched)} → ${percent((bothPassed + improved) / matched)}`;
  const scored = score ? `, score ${signed(score.difference.toFixed(3))}${wordOf(score)}` : "";
  const odds = `; chance to beat ${percent(passRate.chanceToBeat)}, risk to ship ${percent(passRate.riskToShip)}`;
  // Without changed rows there are no odds.
  const weighed = improved + worsened === 0 ? "" : odds;
  return `${rates}${wordOf(passRate)}, ${worsened} worse, ${improved} better of ${matched}${scored}${weighed}`;
}

function wordOf({ difference, significant, pValueAdjusted }: Comparable): string {
  if (difference === 0) return "";
  const p = `p ${pValueAdjusted < 0.001 ? "< 0.001" : pValueAdjusted.toFixed(3)}`;
  if (!significant) return ` (${p}, could be chance)`;
  return difference < 0 ? ` (${p}, significantly worse)` : ` (${p}, significantly better)`;
}

const signed = (text: string) => (text.startsWith("-") ? text : `+${text}`);
