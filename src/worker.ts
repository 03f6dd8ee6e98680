/** A thread of the line: stations 3 to 5 and the encoding of rows, with every convention and code check at hand. */
import { codeChecks } from "./checks/index.ts";
import { conventions } from "./conventions/index.ts";
import type { CustomCheck } from "./domain/custom-check.ts";
import { createIsErased, type Tombstone } from "./domain/deletion.ts";
import type { WatchedMonitor } from "./domain/monitor.ts";
import { judgeChecks } from "./judges/index.ts";
import { freeMemory } from "./lib/free-memory.ts";
import { takeInMinute } from "./lib/minute-count.ts";
import { serveTasks } from "./lib/thread-task.ts";
import { decodeLogs, decodeTraces } from "./otlp/decode.ts";
import { createChecker, createEvaluateCode } from "./pipeline/check.ts";
import { createExamine } from "./pipeline/examine.ts";
import { createKnownChecks } from "./pipeline/known-checks.ts";
import { createOrderJobs } from "./pipeline/order-jobs.ts";
import { createProcess, type ProcessResult, type ProcessTask } from "./pipeline/process.ts";
import { createRecent } from "./pipeline/recent.ts";
import { createRecognizer } from "./pipeline/recognize.ts";
import { readRaw } from "./receivers/proxy/raw-reading.ts";
import { createRowEncoder } from "./storage/clickhouse/rows/encoder.ts";

const check = createChecker({ checks: codeChecks, now: Date.now });
const slowChecks = createKnownChecks(judgeChecks);
const findSlow = slowChecks.find;
const orderJobs = createOrderJobs({ findSlow, evaluateCode: createEvaluateCode(codeChecks), now: Date.now });
const examineFor = (monitors: readonly WatchedMonitor[]) =>
  createExamine({
    monitors,
    now: Date.now(),
    checks: codeChecks,
    check,
    isSlow: (project, name) => findSlow(project, name) !== undefined,
    orderJobs,
    takePlace: ({ minute }) => minute === undefined || takeInMinute(minute.taken, minute.most, Date.now()),
  });
let monitors: readonly WatchedMonitor[] = [];
let examine = examineFor(monitors);

let isErased = createIsErased([]);
const recent = createRecent();

const process = createProcess({
  decodeTraces,
  decodeLogs,
  readRaw,
  recognize: createRecognizer({ conventions }),
  examine: (datapoint, around, before) => {
    const judged = examine(datapoint, { ...around, ...recent.around(datapoint) }, before);
    recent.note(datapoint);
    return judged;
  },
  encoder: createRowEncoder(),
  isErased: (datapoint) => isErased(datapoint),
});

serveTasks({
  task: (task) => {
    const { entries } = task as ProcessTask;
    try {
      return process(task as ProcessTask);
    } finally {
      for (const { bytes } of entries) freeMemory(bytes);
    }
  },
  transfer: (result) => (result as ProcessResult).tables.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  told: (topic, message) => {
    if (topic === "tombstones") isErased = createIsErased(message as readonly Tombstone[]);
    if (topic === "monitors") monitors = message as readonly WatchedMonitor[];
    if (topic === "checks") slowChecks.tell(message as readonly CustomCheck[]);
    examine = examineFor(monitors);
  },
});
