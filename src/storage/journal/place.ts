import { lstatSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

/** Which file a path names: the same path may name another file, or none, later. */
export interface FileIdentity {
  readonly device: number;
  readonly inode: number;
}

export const dataFileOf = (folder: string) => join(folder, "data.mdb");

/** Undefined when there is no such file or it cannot be looked at. */
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
 * Whether appends leave `reserveBytes` free. The file never shrinks: what earlier entries left free inside it is room
 * as well as what the disk has left. Throws when the folder cannot be looked at.
 */
export function hasRoom(folder: string, storedBytes: number, reserveBytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  const onDisk = bavail * bsize;
  return onDisk > reserveBytes || onDisk + statSync(dataFileOf(folder)).size - storedBytes * 2 > reserveBytes;
}
