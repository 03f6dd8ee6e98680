import { randomId } from "../../platform/crypto/random-id.ts";
import { asScenarioSetId, type ProjectId } from "../../platform/ids.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { refusal } from "../../server/routes/route.ts";
import { type CollectedSeed, keyOfInput, type ScenarioRow, type ScenarioSet, scenarioRows } from "../scenario.ts";

interface Asked {
  readonly name?: string | undefined;
  readonly scenarioId?: string | undefined;
  readonly tags: readonly string[];
}

/** Where collected rows go: a set that is to be made, or the next version of one. */
export interface ScenarioTarget {
  /** Inputs that it has already, by `keyOfInput`. */
  readonly known: ReadonlySet<string>;
  /** The set with these rows behind those it has. */
  add(seeds: readonly CollectedSeed[]): Promise<ScenarioSet>;
}

const rowsAtMost = 100_000;

/** Refuses a name that is taken and a set that is not there before anything is collected. */
export async function scenarioTarget(
  project: ProjectId,
  { name, scenarioId, tags }: Asked,
  { scenarios, now }: Pick<ApiNeeds, "scenarios" | "now">,
): Promise<ScenarioTarget> {
  const known = await scenarios.get(project, scenarioId ?? name ?? "");
  if (scenarioId === undefined) {
    if (known && known.name === name) throw taken();
    return { known: new Set(), add: make };
  }
  if (!known) throw refusal("invalid-request", "there is no such scenario set", "scenarioId");
  const before = await scenarios.rows(known.id, known.version, 0, rowsAtMost);
  return {
    known: new Set(before.map(({ input }) => keyOfInput(input))),
    add: (seeds) => extend(known, before, seeds),
  };

  async function make(seeds: readonly CollectedSeed[]): Promise<ScenarioSet> {
    const rows = scenarioRows(seeds);
    const at = now();
    const made = { projectId: project, name: name ?? "", version: 1, rows: rows.length, tags };
    const set = { ...made, id: asScenarioSetId(randomId("scenario")), createdAt: at, updatedAt: at };
    if (!(await scenarios.add(set, rows))) throw taken();
    return set;
  }

  async function extend(set: ScenarioSet, own: readonly ScenarioRow[], seeds: readonly CollectedSeed[]) {
    if (own.length + seeds.length > rowsAtMost)
      throw refusal("conflict", `a scenario set has at most ${rowsAtMost} rows`, "scenarioId");
    const rows = scenarioRows([...own, ...seeds]);
    const next = { ...set, version: set.version + 1, rows: rows.length, updatedAt: now() };
    if (!(await scenarios.replace(next, rows))) throw refusal("conflict", "somebody else changed it: try again");
    return next;
  }
}

const taken = () =>
  refusal("conflict", "the project has a scenario set of that name: send its scenarioId to add to it", "name");
