import { asProjectId } from "../../platform/ids.ts";
import type { ProjectBacklog } from "../ports/journal.ts";
import type { DeadLetterChange, JournalSize, QueueChange, Summary } from "./commands.ts";

interface ProjectStatistics {
  entries: number;
  bytes: number;
  oldest?: { readonly seq: number; readonly at: number } | undefined;
}

/** Counts the content of the journal, in memory. */
export function createJournalStatistics(findOldest: (project: string) => { seq: number; at: number } | undefined) {
  const projects = new Map<string, ProjectStatistics>();
  const letters = new Map<string, { letters: number; bytes: number }>();
  let size: JournalSize = { bytes: 0, entries: 0 };
  let damagedRecords = 0;

  return {
    reset,
    changeQueue,
    changeLetters,
    backlog,
    lettersOf,
    setSize: (now: JournalSize, damaged: number) => {
      size = now;
      damagedRecords = damaged;
    },
    size: () => size,
    damagedRecords: () => damagedRecords,
  };

  function reset(summary: Summary): void {
    projects.clear();
    letters.clear();
    size = summary.size;
    damagedRecords = summary.damagedRecords;
    for (const { projectId, entries, bytes } of summary.projects) projects.set(projectId, { entries, bytes });
    for (const change of summary.letters) changeLetters(change);
  }

  function changeQueue({ projectId, seq, by, bytes }: QueueChange): void {
    const project = projects.get(projectId) ?? { entries: 0, bytes: 0 };
    project.entries += by;
    project.bytes += by * bytes;
    if (project.oldest && seq <= project.oldest.seq) project.oldest = undefined;
    if (project.entries > 0) projects.set(projectId, project);
    else projects.delete(projectId);
  }

  function changeLetters({ projectId, letters: count, bytes }: DeadLetterChange): void {
    const before = letters.get(projectId) ?? { letters: 0, bytes: 0 };
    const after = { letters: before.letters + count, bytes: before.bytes + bytes };
    if (after.letters > 0) letters.set(projectId, after);
    else letters.delete(projectId);
  }

  function backlog(): ProjectBacklog[] {
    const found: ProjectBacklog[] = [];
    for (const [projectId, project] of projects) {
      project.oldest ??= findOldest(projectId);
      const { entries, bytes, oldest } = project;
      if (oldest) found.push({ projectId: asProjectId(projectId), entries, bytes, oldestAt: oldest.at });
    }
    return found;
  }

  function lettersOf(project?: string): { readonly letters: number; readonly bytes: number } {
    if (project !== undefined) return letters.get(project) ?? { letters: 0, bytes: 0 };
    const all = { letters: 0, bytes: 0 };
    for (const { letters: count, bytes } of letters.values()) {
      all.letters += count;
      all.bytes += bytes;
    }
    return all;
  }
}
