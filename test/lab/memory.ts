import { readFileSync } from "node:fs";

/** Resident memory of a process in megabytes (Linux). */
export function rssMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
