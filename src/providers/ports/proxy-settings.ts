import type { ProjectId } from "../../platform/ids.ts";
import type { ProxyChoices, ProxySettings, Upstream } from "../upstream.ts";

/**
 * What projects say about their proxy calls. Asked on every call, so it answers from memory; a change reaches every
 * replica within 5 seconds. A project that says nothing has no upstreams of its own.
 */
export interface ProxySettingsStore {
  of(project: ProjectId): ProxySettings | Promise<ProxySettings>;
}

/** The records behind it; each call is one transaction and throws as all records do. Keys are never part of them. */
export interface UpstreamStore {
  /** By id. Short by nature. */
  list(project: ProjectId): Promise<readonly Upstream[]>;
  /** False when the project has an upstream of that id: nothing is written then. */
  add(project: ProjectId, upstream: Upstream): Promise<boolean>;
  /** False when there is none of that id. The last of two changes at one time stays. */
  replace(project: ProjectId, upstream: Upstream): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}

export interface ProxyChoiceStore {
  /** Empty where the project has chosen nothing. */
  get(project: ProjectId): Promise<ProxyChoices>;
  set(project: ProjectId, choices: ProxyChoices): Promise<void>;
}
