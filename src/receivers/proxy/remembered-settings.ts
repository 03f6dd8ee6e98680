import type { ProjectId } from "../../domain/ids.ts";
import type { ProxySettings } from "../../domain/upstream.ts";
import type { ProxyChoiceStore, ProxySettingsStore, UpstreamStore } from "../../ports/proxy-settings.ts";

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
 * Projects' settings, read from the records and then answered from memory. Calls that ask at one time share one read.
 * Records that do not answer leave the last known settings in force.
 */
export function createRememberedSettings({ upstreams, choices, now }: Needs): RememberedSettings {
  const remembered = new Map<ProjectId, { readonly settings: ProxySettings; readonly at: number }>();
  const reading = new Map<ProjectId, Promise<ProxySettings>>();

  return {
    of(project) {
      const known = remembered.get(project);
      return known && now() - known.at < believedMs ? known.settings : (reading.get(project) ?? begin(project));
    },
    forget(project) {
      remembered.delete(project);
      reading.delete(project);
    },
  };

  function begin(project: ProjectId): Promise<ProxySettings> {
    const known = remembered.get(project)?.settings;
    const read: Promise<ProxySettings> = Promise.all([upstreams.list(project), choices.get(project)])
      .then(([list, chosen]): ProxySettings => ({ ...chosen, upstreams: list }))
      .catch((thrown: unknown) => {
        if (known) return known;
        throw thrown;
      })
      .then((settings) => {
        // A change in between has begun another read, which knows better.
        if (reading.get(project) === read) remember(project, settings);
        return settings;
      })
      .finally(() => {
        if (reading.get(project) === read) reading.delete(project);
      });
    reading.set(project, read);
    return read;
  }

  function remember(project: ProjectId, settings: ProxySettings): void {
    if (remembered.size >= rememberAtMost) remembered.clear();
    remembered.set(project, { settings, at: now() });
  }
}
