import type { CheckHistoryReader } from "../../checks/ports/check-history.ts";
import { type CheckHistory, type HistoryKey, historyName, type Values } from "../../checks/verdicts/check-history.ts";
import type { ProjectId } from "../../platform/ids.ts";

interface Dependencies {
  readonly reader: CheckHistoryReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const noValues: Values = { cost: [], latency: [], tokens: [] };
/** Keys per project that are read ahead; the least recently wanted goes first. */
const maxKeys = 50;
/** A project whose checks wanted nothing for this long is read ahead no more. */
const forgetMs = 600_000;

interface Wanted {
  readonly key: HistoryKey;
  at: number;
}

/**
 * Reads what the checks of a write batch compare calls with. What checks of a project wanted lately is read ahead of
 * its next batch; what a worker misses all the same it names, and the batch is processed again.
 */
export function createHistoryFeed({ reader, now }: Dependencies) {
  const wantedBy = new Map<ProjectId, Map<string, Wanted>>();
  return { ahead, read };

  function ahead(projects: Iterable<ProjectId>): Promise<CheckHistory> {
    const keys = [...new Set(projects)].flatMap((project) => {
      const wanted = wantedBy.get(project);
      for (const [name, { at }] of wanted ?? []) if (now() - at > forgetMs) wanted?.delete(name);
      if (wanted?.size === 0) wantedBy.delete(project);
      return Array.from(wanted?.values() ?? [], ({ key }) => key);
    });
    return readKeys(keys);
  }

  /** For a worker that missed these keys: together with what it had. */
  async function read(missing: readonly HistoryKey[], known: CheckHistory): Promise<CheckHistory> {
    for (const key of missing) note(key);
    const more = await readKeys(missing);
    return {
      values: new Map([...known.values, ...more.values]),
      answers: new Map([...known.answers, ...more.answers]),
    };
  }

  function note(key: HistoryKey): void {
    const wanted = wantedBy.get(key.projectId) ?? new Map<string, Wanted>();
    wantedBy.set(key.projectId, wanted);
    const name = historyName(key);
    wanted.delete(name);
    wanted.set(name, { key, at: now() });
    for (const oldest of wanted.keys()) {
      if (wanted.size <= maxKeys) return;
      wanted.delete(oldest);
    }
  }

  /** Every key that was asked for is in the answer, with nothing where nothing is stored. */
  async function readKeys(keys: readonly HistoryKey[]): Promise<CheckHistory> {
    const values = new Map<string, Values>();
    const answers = new Map<string, ReadonlyMap<string, string>>();
    for (const [project, ofProject] of Map.groupBy(keys, ({ projectId }) => projectId)) {
      const ofValues = ofProject.filter((key) => key.kind === "values");
      const found = ofValues.length === 0 ? undefined : await reader.values(project, ofValues, now());
      for (const key of ofValues) values.set(historyName(key), found?.get(historyName(key)) ?? noValues);
      for (const key of ofProject)
        if (key.kind === "answers") answers.set(historyName(key), await reader.answers(project, key.runId, now()));
    }
    return { values, answers };
  }
}

export type HistoryFeed = ReturnType<typeof createHistoryFeed>;
