import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

export interface SmallDisk extends Disposable {
  fill(): void;
  free(): void;
}

/** Mounts a tmpfs of this size on a folder; returns undefined if this process may not mount. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (mounted.status !== 0) return undefined;
  const unmount = () => void spawnSync("umount", ["-l", folder]);
  // Also if the run is interrupted.
  process.once("exit", unmount);
  return {
    fill: () => void spawnSync("sh", ["-c", `dd if=/dev/zero of=${folder}/filler bs=64k 2>/dev/null; true`]),
    free: () => void spawnSync("rm", ["-f", `${folder}/filler`]),
    [Symbol.dispose]: () => {
      process.off("exit", unmount);
      unmount();
    },
  };
}
