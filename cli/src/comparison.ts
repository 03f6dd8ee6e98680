import type { CheckComparison, Figures, TestRun } from "../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../packages/api-client/src/client.ts";
import { usage } from "./exit.ts";
import { percent } from "./print.ts";

/** Whether the run is significantly worse than the base, as the service concludes. */
export const isRegression = ({ passRate, score }: CheckComparison): boolean =>
  passRate?.conclusion === "worse" || score?.conclusion === "worse";

const maxSearchedRuns = 1000;

/**
 * Finds a run by id, `latest`, `latest:NAME`, or a tag; all but an id select the newest finished run. `like`
 * limits the search to older runs of that name.
 */
export async function findRun(
  api: ApiClient,
  wanted: string,
  like: { readonly name?: string; readonly not?: ReadonlySet<string> } = {},
): Promise<TestRun | undefined> {
  if (wanted.startsWith("run_")) return api.send("GET /test-runs/{id}", { path: { id: wanted } });
  const { name = wanted.startsWith("latest:") ? wanted.slice("latest:".length) : undefined, not = new Set() } = like;
  const tag = wanted === "latest" || wanted.startsWith("latest:") ? undefined : wanted;
  let cursor: string | undefined;
  for (let seen = 0; seen < maxSearchedRuns; ) {
    const page = await api.send("GET /test-runs", { query: { limit: 200, cursor } });
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
export async function mustFindRun(api: ApiClient, wanted: string): Promise<TestRun> {
  const found = await findRun(api, wanted);
  if (found) return found;
  throw usage(`there is no finished run ${wanted}: give an id, latest, latest:NAME, or a tag`);
}

/**
 * Describes one check against the base: `80.0 % → 60.0 % (p 0.012, significantly worse), 4 worse, 0 better of
 * 20; …`.
 */
export function changeText({ matched, otherVersion, outcomes, passRate, score }: CheckComparison): string {
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

function wordOf({
  difference,
  conclusion,
  pValueAdjusted,
}: Pick<Figures, "difference" | "conclusion" | "pValueAdjusted">) {
  if (difference === 0) return "";
  const p = `p ${pValueAdjusted < 0.001 ? "< 0.001" : pValueAdjusted.toFixed(3)}`;
  return conclusion === "not_significant" ? ` (${p}, could be chance)` : ` (${p}, significantly ${conclusion})`;
}

const signed = (text: string) => (text.startsWith("-") ? text : `+${text}`);
