import type { ProjectId } from "../../platform/ids.ts";

interface Waiting {
  readonly project: ProjectId | undefined;
  readonly task: () => Promise<void>;
}

/** A project with more waiting tasks is paused. */
const maxTasksOfProject = 3;
/** With more waiting tasks across all projects, no batch is taken. */
const maxTasks = 100;

/**
 * Runs work that must be separated from healthy work (a batch that is being split) one task at a time, so that it
 * takes no slot from others. A project that keeps causing it is paused: its later items wait in the journal.
 */
export function createIsolation(dependencies: {
  readonly pause: (project: ProjectId, isPaused: boolean) => void;
  readonly inBackground: (task: () => Promise<void>) => void;
  /** A task rejects when the service stops; the remaining tasks still run. */
  readonly onFailure: (thrown: unknown) => void;
}) {
  const waiting: Waiting[] = [];
  const counts = new Map<ProjectId, number>();
  let isRunning = false;

  return { run, isFull: () => waiting.length > maxTasks };

  /** `project` is absent if the work belongs to several. */
  function run(project: ProjectId | undefined, task: () => Promise<void>): void {
    waiting.push({ project, task });
    count(project, 1);
    if (isRunning) return;
    isRunning = true;
    dependencies.inBackground(work);
  }

  async function work(): Promise<void> {
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { project, task } = next;
        await task()
          .catch(dependencies.onFailure)
          .finally(() => count(project, -1));
      }
    } finally {
      isRunning = false;
    }
  }

  function count(project: ProjectId | undefined, change: number): void {
    if (project === undefined) return;
    const tasks = (counts.get(project) ?? 0) + change;
    if (tasks === 0) counts.delete(project);
    else counts.set(project, tasks);
    dependencies.pause(project, tasks > maxTasksOfProject);
  }
}
