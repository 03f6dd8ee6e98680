import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Failure } from "../../platform/failure.ts";
import { lockFolder } from "../../platform/files/folder-lock.ts";
import { checkFile, type JournalReport } from "./repair/check.ts";
import { damagedFilesIn, salvageJournal } from "./repair/prepare.ts";

/** Reports what the journal in `folder` holds, without changing anything; the service may be running. */
export async function checkJournal(folder: string): Promise<{ readonly text: string; readonly isDamaged: boolean }> {
  const report = await checkFile(requireJournal(folder));
  const { damage } = report;
  const text = [
    `Journal ${resolve(folder)}`,
    ...(report.contents ? contentLines(report.contents) : []),
    `  pending write batches  ${report.pendingBatches}`,
    ...damagedFilesIn(folder).files.map((name) => `  replaced file          ${name}`),
    damage.length === 0 ? "No damage was found." : `Damage: ${damage.join("; ")}.`,
  ].join("\n");
  return { text, isDamaged: damage.length > 0 };
}

/** Replaces the journal in `folder` by what can be read in it. Throws Failure("caller") while a process uses it. */
export async function salvageJournalIn(folder: string): Promise<string> {
  requireJournal(folder);
  // The service locks its data folder, which contains the journal; the stand-alone proxy locks the journal
  // folder.
  const locked = [folder, dirname(resolve(folder))].filter((path) => existsSync(join(path, "lock")));
  using locks = new DisposableStack();
  for (const path of locked) locks.use(lockFolder(path));
  const { salvaged, lost, movedTo } = await salvageJournal(folder);
  return `${salvaged} entries were salvaged, ${lost} are lost. The replaced file is ${movedTo}.`;
}

function contentLines({ entries, bytes, projects, deadLetters, damaged, damagedBefore }: JournalReport): string[] {
  return [
    `  entries                ${entries}`,
    `  bytes                  ${bytes}`,
    `  projects               ${projects.length}`,
    ...projects.map((project) => `    ${project.projectId}: ${project.entries} entries, ${project.bytes} bytes`),
    `  dead letters           ${deadLetters}`,
    `  damaged records        ${damaged.length}`,
    `  damaged before         ${damagedBefore}`,
  ];
}

function requireJournal(folder: string): string {
  if (existsSync(join(folder, "data.mdb"))) return folder;
  throw new Failure("caller", `No journal exists in ${resolve(folder)}: it has no file data.mdb.`);
}
