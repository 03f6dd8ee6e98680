import type { ProjectId } from "../domain/ids.ts";
import type { ProxySettings } from "../domain/upstream.ts";

/**
 * What projects say about their proxy calls. Asked on every call, so it answers from memory; a change reaches every
 * replica within 5 seconds. A project that says nothing has no upstreams of its own.
 */
export interface ProxySettingsStore {
  of(project: ProjectId): ProxySettings | Promise<ProxySettings>;
}
