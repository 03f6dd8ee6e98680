/**
 * A thread of the pipeline: assembles datapoints, matches monitors, evaluates code checks, encodes rows, and writes them
 * to the file of the write batch.
 */
import { codeChecks } from "./checks/index.ts";
import { conventions } from "./conventions/index.ts";
import { createBatchHistory, noHistory } from "./domain/check-history.ts";
import type { CustomCheck } from "./domain/custom-check.ts";
import { createIsErased, type Tombstone } from "./domain/deletion.ts";
import { asProjectId, type ProjectId } from "./domain/ids.ts";
import type { WatchedMonitor } from "./domain/monitor.ts";
import { judgeChecks } from "./judges/index.ts";
import { messageOf } from "./lib/failure.ts";
import { freeMemory } from "./lib/free-memory.ts";
import { takeInMinute } from "./lib/minute-count.ts";
import { serveTasks } from "./lib/thread-task.ts";
import { logsIn, spansIn } from "./otlp/decode.ts";
import { encodeResult } from "./pipeline/batch-result.ts";
import { createChecker, createEvaluateCode } from "./pipeline/check.ts";
import { createExamine } from "./pipeline/examine.ts";
import { createKnownChecks } from "./pipeline/known-checks.ts";
import { createOrderJobs } from "./pipeline/order-jobs.ts";
import { createProcess, type Processed, type WorkerReply, type WorkerTask } from "./pipeline/process.ts";
import { createProjectMonitors } from "./pipeline/project-monitors.ts";
import { createRecognizer } from "./pipeline/recognize.ts";
import type { ResultPlace } from "./ports/journal.ts";
import { readRaw } from "./receivers/proxy/raw-reading.ts";
import { createRowEncoder } from "./storage/clickhouse/rows/encoder.ts";
import { writeResult } from "./storage/journal/write-result.ts";

const check = createChecker({ checks: codeChecks, now: Date.now });
const slowChecks = createKnownChecks(judgeChecks);
const findSlow = slowChecks.find;
const orderJobs = createOrderJobs({ findSlow, evaluateCode: createEvaluateCode(codeChecks), now: Date.now });
const isSlow = (project: ProjectId, name: string) => findSlow(project, name) !== undefined;
const monitors = createProjectMonitors({
  isSlow,
  takePlace: ({ minute }) => minute === undefined || takeInMinute(minute.taken, minute.most, Date.now()),
  now: Date.now,
});
const examine = createExamine({ monitors, now: Date.now, checks: codeChecks, check, isSlow, orderJobs });

const encoder = createRowEncoder();
let isErased = createIsErased([]);
let history = createBatchHistory(noHistory);

const process = createProcess({
  spansIn,
  logsIn,
  readRaw,
  recognize: createRecognizer({ conventions }),
  examine: (datapoint, around, before) => {
    const judged = examine(datapoint, { ...around, ...history.around(datapoint) }, before);
    history.note(datapoint);
    return judged;
  },
  withHistory: (known, act) => {
    history = createBatchHistory(known);
    act();
    return history.missing();
  },
  encoder,
  isErased: (datapoint) => isErased(datapoint),
});

serveTasks({
  task: (task) => {
    const { entries, place } = task as WorkerTask;
    try {
      const reply = process(task as WorkerTask);
      return reply.kind === "processed" ? written(place, reply) : reply;
    } finally {
      for (const { bytes } of entries) freeMemory(bytes);
    }
  },
  told: (topic, message, key) => {
    if (topic === "tombstones") isErased = createIsErased(message as readonly Tombstone[]);
    const project = asProjectId(key);
    if (topic === "monitors") monitors.replace(project, message as readonly WatchedMonitor[] | undefined);
    if (topic !== "checks") return;
    slowChecks.tell(project, (message as readonly CustomCheck[] | undefined) ?? []);
    monitors.recompile(project);
  },
});

function written(place: ResultPlace, { head, tables }: Processed): WorkerReply {
  try {
    writeResult(place, encodeResult(head, tables));
    return { kind: "written", head };
  } catch (thrown) {
    return { kind: "refused", reason: messageOf(thrown) };
  } finally {
    encoder.reuse();
  }
}
