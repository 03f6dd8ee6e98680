import { createLastKnown } from "../platform/cache/last-known.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { ProxyChoiceStore, ProxySettingsStore, UpstreamStore } from "./ports/proxy-settings.ts";
import type { ProxySettings } from "./upstream.ts";

interface RememberedSettingsDependencies {
  readonly upstreams: Pick<UpstreamStore, "list">;
  readonly choices: Pick<ProxyChoiceStore, "get">;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface RememberedSettings extends ProxySettingsStore {
  /** Reads the project's settings again on the next call, because they changed here. */
  readonly invalidate: (project: ProjectId) => void;
}

/** Maximum age of cached settings: changes of other replicas apply after this time at the latest. */
const believedMs = 3000;
const rememberAtMost = 10_000;

/**
 * Caches projects' settings in memory. Concurrent calls share one read. While the database is unavailable, the
 * last known settings stay in force, and no call waits for it.
 */
export function createRememberedSettings({
  upstreams,
  choices,
  now,
}: RememberedSettingsDependencies): RememberedSettings {
  const remembered = createLastKnown({
    read: async (project: ProjectId): Promise<ProxySettings> => {
      const [list, chosen] = await Promise.all([upstreams.list(project), choices.get(project)]);
      return { ...chosen, upstreams: list };
    },
    freshMs: believedMs,
    graceMs: Number.POSITIVE_INFINITY,
    maxEntries: rememberAtMost,
    now,
    source: "the records",
  });
  return { of: remembered.get, invalidate: remembered.invalidate };
}
