import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Page, PageRequest } from "../../platform/paging.ts";
import type { Monitor } from "../monitor.ts";
import type { MonitorChange, NotifiedHealth } from "../monitor-change.ts";

export interface MonitorStore {
  /** Oldest first. */
  list(project: ProjectId): Promise<readonly Monitor[]>;
  /** Like `list`, page by page. */
  page(project: ProjectId, page: PageRequest): Promise<Page<Monitor>>;
  get(project: ProjectId, id: MonitorId): Promise<Monitor | undefined>;
  add(monitor: Monitor): Promise<void>;
  /** Replaces the monitor whose revision is one less; returns false after a concurrent change or deletion. */
  replace(monitor: Monitor): Promise<boolean>;
  remove(project: ProjectId, id: MonitorId): Promise<boolean>;
}

/** Monitors of all projects, for the stage "match monitors". */
export interface MonitorFeed {
  /** The enabled monitors of every active project, or of the named ones among them. */
  enabled(projects?: readonly ProjectId[]): Promise<readonly Monitor[]>;
}

/** Notified health of the monitors themselves: failing, or working again. */
export interface MonitorHealthStore {
  /** Health of every monitor about which a notification was sent. */
  notifiedHealth(): Promise<ReadonlyMap<MonitorId, NotifiedHealth>>;
  /**
   * Writes the decided changes and their notifications in one transaction. Such transactions of one project are
   * serialized, so several replicas may decide: the later one sees the notifications of the earlier.
   */
  notify(
    project: ProjectId,
    decide: (notified: ReadonlyMap<MonitorId, NotifiedHealth>) => readonly MonitorChange[],
  ): Promise<readonly MonitorChange[]>;
}
