import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Returns the nearest folder from `start` upwards that has this entry, relative to the working folder ("" for it). */
export function nearestFolderWith(entry: string, start = process.cwd()): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, entry))) return relative(process.cwd(), folder);
    if (folder === dirname(folder)) return undefined;
  }
}

/** The settings folder of a project. */
export const settingsFolder = ".gaffe";

/** The project's folder, so that commands work in folders below it; the working folder if none above has settings. */
export const projectFolder = nearestFolderWith(settingsFolder) ?? "";
