import { readFileSync } from "node:fs";

/** Anonymous memory of a process in megabytes, without mapped files such as the journal (Linux). */
export function rssAnonMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** CPU seconds that a process has used so far (Linux, 100 ticks a second). */
export function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Samples five times a second until disposed. */
export function watchMemory(pid: () => number | undefined): Disposable & { readonly peakMb: () => number } {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, rssAnonMb(pid()));
  }, 200);
  return { peakMb: () => peak, [Symbol.dispose]: () => clearInterval(timer) };
}
