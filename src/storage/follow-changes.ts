import { messageOf } from "../platform/failure.ts";
import type { ProjectId } from "../platform/ids.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ChangeTopic, ProjectChanges } from "./ports/project-changes.ts";

interface FollowDependencies {
  readonly topic: ChangeTopic;
  readonly changes: ProjectChanges;
  /** Loads the current state of the named projects; of every project when none is named. */
  readonly load: (projects?: readonly ProjectId[]) => Promise<void>;
  readonly everyMs: number;
  readonly telemetry: Pick<Telemetry, "emit">;
}

/** Maximum projects in one query. */
const projectsAtOnce = 500;

/**
 * Follows the changes of projects: `load` reads all of them before this resolves, afterwards only those that changed.
 * `refresh` resolves once every change committed before the call is loaded; a change by another replica is loaded within
 * `everyMs`. Loads run one after another, so an older state never replaces a newer one.
 */
export async function followChanges({ topic, changes, load, everyMs, telemetry }: FollowDependencies) {
  let seen = await changes.newest(topic);
  await load();
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const refreshOrReport = () => void refresh().catch(report);
  const schedule = createSchedule({ work: refresh, onFailure: report, everyMs });
  schedule.start();
  return { refresh, refreshOrReport, stop: schedule.stop };

  /** A running load may have read before the caller's change, so the caller waits for the next one. */
  function refresh(): Promise<void> {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        current = loadChanges();
        return current;
      });
    return next;
  }

  async function loadChanges(): Promise<void> {
    const { projects, newest } = await changes.since(topic, seen);
    for (let at = 0; at < projects.length; at += projectsAtOnce) await load(projects.slice(at, at + projectsAtOnce));
    seen = newest;
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: `${topic}-not-read`,
      level: "warn",
      message: `the ${topic} could not be read again; the last known ones stay in force`,
      facts: { error: messageOf(thrown) },
    });
  }
}
