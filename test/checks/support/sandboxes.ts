import { readdirSync, readFileSync } from "node:fs";

/** Returns a service's sandbox processes, found by their command line. */
export function sandboxesOf(parent: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const isChild = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
        return isChild && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("sandbox");
      } catch {
        return false;
      }
    });
}
