/** A thread of a pool: takes its priority before it loads its script, which costs more than many tasks. */
import { workerData } from "node:worker_threads";
import type { PoolThreadData } from "./thread-pool.ts";
import { lowerThreadPriority } from "./thread-priority.ts";

const { script, niceness } = workerData as PoolThreadData;
lowerThreadPriority(niceness);
await import(script);
