/** A thread of the line: stations 3 to 5 and the encoding of rows, with every convention and code check at hand. */
import { codeChecks } from "./checks/index.ts";
import { conventions } from "./conventions/index.ts";
import type { Monitor } from "./domain/monitor.ts";
import { freeMemory } from "./lib/free-memory.ts";
import { serveTasks } from "./lib/thread-task.ts";
import { decodeLogs, decodeTraces } from "./otlp/decode.ts";
import { createChecker } from "./pipeline/check.ts";
import { createJudge } from "./pipeline/judge.ts";
import { createProcess, type ProcessResult, type ProcessTask } from "./pipeline/process.ts";
import { createRecognizer } from "./pipeline/recognize.ts";
import { createRowEncoder } from "./storage/clickhouse/rows/encoder.ts";

const check = createChecker({ checks: codeChecks, now: Date.now });
const judgeFor = (monitors: readonly Monitor[]) =>
  createJudge({ monitors, now: Date.now(), checks: codeChecks, check });
let judge = judgeFor([]);

const process = createProcess({
  decodeTraces,
  decodeLogs,
  recognize: createRecognizer({ conventions }),
  judge: (datapoint) => judge(datapoint),
  encoder: createRowEncoder(),
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
    if (topic === "monitors") judge = judgeFor(message as readonly Monitor[]);
  },
});
