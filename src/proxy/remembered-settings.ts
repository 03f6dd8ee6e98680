import { createLastKnown } from "../platform/cache/last-known.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { ProxyChoiceStore, ProxySettingsStore, UpstreamStore } from "../providers/ports/proxy-settings.ts";
import type { ProxySettings } from "../providers/upstream.ts";

interface Needs {
  readonly upstreams: Pick<UpstreamStore, "list">;
  readonly choices: Pick<ProxyChoiceStore, "get">;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface RememberedSettings extends ProxySettingsStore {
  /** What is remembered of the project is read again: it was changed here. */
  readonly forget: (project: ProjectId) => void;
}

/** How long an answer of the records is believed: what another replica changed counts here after this at the latest. */
const believedMs = 3000;
const rememberAtMost = 10_000;

/**
 * Projects' settings, read from the records and then answered from memory. Concurrent calls share one read. While the
 * records do not answer, the last known settings stay in force, and no call waits for the records.
 */
export function createRememberedSettings({ upstreams, choices, now }: Needs): RememberedSettings {
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
  return { of: remembered.get, forget: remembered.forget };
}
