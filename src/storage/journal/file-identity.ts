import { lstatSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

/** Identifies the file at a path: the same path may later name another file, or none. */
export interface FileIdentity {
  readonly device: number;
  readonly inode: number;
}

export const dataFileOf = (folder: string) => join(folder, "data.mdb");

/** Returns undefined if the file does not exist or cannot be read. */
export function identityOf(path: string): FileIdentity | undefined {
  try {
    const { dev, ino } = lstatSync(path);
    return { device: dev, inode: ino };
  } catch {
    return undefined;
  }
}

export function isSameFile(path: string, { device, inode }: FileIdentity): boolean {
  const found = identityOf(path);
  return found?.device === device && found.inode === inode;
}

/**
 * Returns whether appends leave `reserveBytes` free. The file never shrinks, so free pages inside it count as well
 * as the disk's free space. Throws if the folder cannot be read.
 */
export function hasRoom(folder: string, storedBytes: number, reserveBytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  const onDisk = bavail * bsize;
  return onDisk > reserveBytes || onDisk + statSync(dataFileOf(folder)).size - storedBytes * 2 > reserveBytes;
}
