import type { ProjectId } from "../../platform/ids.ts";
import { refusal } from "../../server/service.ts";
import type { ScenarioStore } from "../ports/testing-stores.ts";
import { refuseTakenName, saveSet } from "../runs/save-set.ts";
import { type CollectedSeed, keyOfInput, type ScenarioRow, type ScenarioSet, scenarioRows } from "../scenario.ts";

interface TargetRequest {
  readonly name?: string | undefined;
  readonly scenarioId?: string | undefined;
  readonly tags: readonly string[];
  readonly update: boolean;
}

export interface ScenarioTarget {
  /** Inputs that it already contains, by `keyOfInput`. */
  readonly known: ReadonlySet<string>;
  /** Appends rows and returns the set. */
  add(seeds: readonly CollectedSeed[]): Promise<ScenarioSet>;
}

const rowsAtMost = 100_000;

interface ScenarioTargetDependencies {
  readonly scenarios: ScenarioStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Refuses a missing set, and a taken name unless `update`, before anything is collected. */
export async function scenarioTarget(
  project: ProjectId,
  { name, scenarioId, tags, update }: TargetRequest,
  { scenarios, now }: ScenarioTargetDependencies,
): Promise<ScenarioTarget> {
  const known = await scenarios.get(project, scenarioId ?? name ?? "");
  if (scenarioId === undefined) {
    if (known && known.name === name && !update) throw refuseTakenName();
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
    return (await saveSet({ projectId: project, name: name ?? "", rows, tags, update }, { scenarios, now })).set;
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
