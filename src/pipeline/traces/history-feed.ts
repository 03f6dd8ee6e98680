import { LRUCache } from "lru-cache";
import {
  type CheckHistory,
  type CheckHistoryReader,
  type HistoryKey,
  historyName,
  type Values,
} from "../../checks/index.ts";
import type { DialogHistory } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";

interface Dependencies {
  readonly reader: CheckHistoryReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const noValues: Values = { cost: [], latency: [], tokens: [] };
/** Maximum number of keys per project that are prefetched; the least recently used is dropped first. */
const maxKeys = 50;
/** Prefetching stops for a project whose checks requested nothing for this long. */
const idleMs = 600_000;

interface Wanted {
  readonly key: HistoryKey;
  at: number;
}

/**
 * Reads the history that the checks of a write batch compare calls with. Recently used keys of a project are
 * prefetched for its next batch; a worker reports the keys it misses, and the batch is processed again.
 */
export function createHistoryFeed({ reader, now }: Dependencies) {
  const wantedBy = new Map<ProjectId, LRUCache<string, Wanted>>();
  return { ahead, read };

  function ahead(projects: Iterable<ProjectId>): Promise<CheckHistory> {
    const keys = [...new Set(projects)].flatMap((project) => {
      const wanted = wantedBy.get(project);
      for (const [name, { at }] of wanted ?? []) if (now() - at > idleMs) wanted?.delete(name);
      if (wanted?.size === 0) wantedBy.delete(project);
      return Array.from(wanted?.values() ?? [], ({ key }) => key);
    });
    return readKeys(keys);
  }

  /** Reads the keys that a worker missed and returns them together with those it had. */
  async function read(missing: readonly HistoryKey[], known: CheckHistory): Promise<CheckHistory> {
    // A later call continues another response: a dialog is never requested twice.
    for (const key of missing) if (key.kind !== "dialog") recordUse(key);
    const more = await readKeys(missing);
    return {
      values: new Map([...known.values, ...more.values]),
      answers: new Map([...known.answers, ...more.answers]),
      dialogs: new Map([...known.dialogs, ...more.dialogs]),
    };
  }

  function recordUse(key: HistoryKey): void {
    const wanted = wantedBy.get(key.projectId) ?? new LRUCache<string, Wanted>({ max: maxKeys });
    wantedBy.set(key.projectId, wanted);
    wanted.set(historyName(key), { key, at: now() });
  }

  /** The result has every requested key, empty if nothing is stored. */
  async function readKeys(keys: readonly HistoryKey[]): Promise<CheckHistory> {
    const values = new Map<string, Values>();
    const answers = new Map<string, ReadonlyMap<string, string>>();
    const dialogs = new Map<string, DialogHistory | undefined>();
    for (const [project, ofProject] of Map.groupBy(keys, ({ projectId }) => projectId)) {
      const ofValues = ofProject.filter((key) => key.kind === "values");
      const found = ofValues.length === 0 ? undefined : await reader.values(project, ofValues, now());
      for (const key of ofValues) values.set(historyName(key), found?.get(historyName(key)) ?? noValues);
      for (const key of ofProject) {
        if (key.kind === "answers") answers.set(historyName(key), await reader.answers(project, key.runId, now()));
        if (key.kind === "dialog") dialogs.set(historyName(key), await reader.dialog(project, key.link, key.call));
      }
    }
    return { values, answers, dialogs };
  }
}

export type HistoryFeed = ReturnType<typeof createHistoryFeed>;
