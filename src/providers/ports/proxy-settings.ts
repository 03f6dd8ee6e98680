import type { ProjectId } from "../../platform/ids.ts";
import type { ProxyChoices, ProxySettings, Upstream } from "../upstream.ts";

/**
 * The proxy settings of projects. Read on every call, so they are cached in memory; a change reaches every replica
 * within 5 seconds. A project without settings has only the known upstreams.
 */
export interface ProxySettingsStore {
  of(project: ProjectId): ProxySettings | Promise<ProxySettings>;
}

/**
 * The stored upstreams. Each call is one transaction and throws like every record store. Provider keys are never
 * stored.
 */
export interface UpstreamStore {
  /** Returns the upstreams, by id. The list is not paginated. */
  list(project: ProjectId): Promise<readonly Upstream[]>;
  /** Returns false, without writing, when the project has an upstream with this id. */
  add(project: ProjectId, upstream: Upstream): Promise<boolean>;
  /** Returns false when no upstream has this id. Of two concurrent changes, the last one wins. */
  replace(project: ProjectId, upstream: Upstream): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}

export interface ProxyChoiceStore {
  /** Returns empty choices when the project has set none. */
  get(project: ProjectId): Promise<ProxyChoices>;
  set(project: ProjectId, choices: ProxyChoices): Promise<void>;
}
