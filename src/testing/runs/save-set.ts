import { randomId } from "../../platform/crypto/random-id.ts";
import { asScenarioSetId, type ProjectId } from "../../platform/ids.ts";
import { canonicalJson } from "../../platform/json/json.ts";
import { refusal } from "../../server/service.ts";
import type { ScenarioStore } from "../ports/testing-stores.ts";
import type { ScenarioRow, ScenarioSet } from "../scenario.ts";

interface SaveSetRequest {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly rows: readonly ScenarioRow[];
  readonly tags: readonly string[];
  /** Whether other rows under a known name become its next version; otherwise they are refused. */
  readonly update: boolean;
}

interface SaveSetDependencies {
  readonly scenarios: Pick<ScenarioStore, "add" | "get" | "rows" | "replace">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Stores rows under a name. The same rows under the same name are the set that exists, so that a program can run twice. */
export async function saveSet(
  { projectId, name, rows, tags, update }: SaveSetRequest,
  { scenarios, now }: SaveSetDependencies,
): Promise<{ readonly set: ScenarioSet; readonly isNew: boolean }> {
  const at = now();
  const id = asScenarioSetId(randomId("scenario"));
  const set = { id, projectId, name, version: 1, rows: rows.length, tags, createdAt: at, updatedAt: at };
  if (await scenarios.add(set, rows)) return { set, isNew: true };
  const known = await scenarios.get(projectId, name);
  if (!known) throw changedMeanwhile();
  if (isSame(rows, await scenarios.rows(known.id, known.version, 0, rows.length + 1)))
    return { set: known, isNew: false };
  if (!update) throw refuseTakenName();
  const next = { ...known, version: known.version + 1, rows: rows.length, updatedAt: at };
  if (!(await scenarios.replace(next, rows))) throw changedMeanwhile();
  return { set: next, isNew: true };
}

export const refuseTakenName = () =>
  refusal(
    "conflict",
    "the project has a scenario set of that name with other rows: choose another, or make its next version (`update: true`)",
    "name",
  );

const changedMeanwhile = () => refusal("conflict", "somebody else changed it: try again");

/** Ids derive from the inputs; the origin of a row is not its content. */
function isSame(rows: readonly ScenarioRow[], known: readonly ScenarioRow[]): boolean {
  if (rows.length !== known.length) return false;
  return rows.every(({ id, result }, index) => {
    const other = known[index];
    return other?.id === id && canonicalJson(other.result) === canonicalJson(result);
  });
}
