/**
 * A thread of the pipeline: assembles datapoints, matches monitors, evaluates code checks, encodes rows, and writes them
 * to the file of the write batch.
 */

import type { CustomCheck } from "../checks/custom/custom-check.ts";
import { judgeChecks } from "../checks/judges/index.ts";
import { codeChecks } from "../checks/library/index.ts";
import { createChecker, createEvaluateCode } from "../checks/stages/check.ts";
import { createEvaluationJobs } from "../checks/stages/evaluation-jobs.ts";
import { createKnownChecks } from "../checks/stages/known-checks.ts";
import { createBatchHistory, noHistory } from "../checks/verdicts/check-history.ts";
import { conventions } from "../datapoints/conventions/index.ts";
import { createRecognizer } from "../datapoints/stages/recognizer.ts";
import type { WatchedMonitor } from "../monitors/monitor.ts";
import { createProjectMonitors } from "../monitors/stages/project-monitors.ts";
import { logsIn, spansIn } from "../otlp/decode.ts";
import { encodeResult } from "../pipeline/batches/batch-result.ts";
import { createRowEncoder } from "../pipeline/rows/encoder.ts";
import { createEvaluateTrace } from "../pipeline/traces/evaluate-trace.ts";
import { createProcess, type Processed, type WorkerReply, type WorkerTask } from "../pipeline/traces/process.ts";
import { messageOf } from "../platform/failure.ts";
import { freeMemory } from "../platform/files/free-memory.ts";
import { takeInMinute } from "../platform/http/minute-count.ts";
import { asProjectId, type ProjectId } from "../platform/ids.ts";
import { serveTasks } from "../platform/threads/thread-task.ts";
import { createIsErased, type Tombstone } from "../privacy/deletion.ts";
import { readRaw } from "../proxy/recording/raw-reading.ts";
import { writeResult } from "../storage/journal/write-batches/write-result.ts";
import type { ResultLocation } from "../storage/ports/journal.ts";

const check = createChecker({ checks: codeChecks, now: Date.now });
const asynchronousChecks = createKnownChecks(judgeChecks);
const findSlow = asynchronousChecks.find;
const orderJobs = createEvaluationJobs({ findSlow, evaluateCode: createEvaluateCode(codeChecks), now: Date.now });
const isSlow = (project: ProjectId, name: string) => findSlow(project, name) !== undefined;
const monitors = createProjectMonitors({
  isSlow,
  takeSlot: ({ minute }) => minute === undefined || takeInMinute(minute.used, minute.most, Date.now()),
  now: Date.now,
});
const examine = createEvaluateTrace({ monitors, now: Date.now, checks: codeChecks, check, isSlow, orderJobs });

const encoder = createRowEncoder();
let isErased = createIsErased([]);
let history = createBatchHistory(noHistory);

const process = createProcess({
  spansIn,
  logsIn,
  readRaw,
  recognize: createRecognizer({ conventions }),
  examine: (datapoint, traceContext, before) => {
    const judged = examine(datapoint, { ...traceContext, ...history.around(datapoint) }, before);
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
    const { entries, location: position } = task as WorkerTask;
    try {
      const reply = process(task as WorkerTask);
      return reply.kind === "processed" ? written(position, reply) : reply;
    } finally {
      for (const { bytes } of entries) freeMemory(bytes);
    }
  },
  onMessage: (topic, message, key) => {
    if (topic === "tombstones") isErased = createIsErased(message as readonly Tombstone[]);
    const project = asProjectId(key);
    if (topic === "monitors") monitors.replace(project, message as readonly WatchedMonitor[] | undefined);
    if (topic !== "checks") return;
    asynchronousChecks.update(project, (message as readonly CustomCheck[] | undefined) ?? []);
    monitors.recompile(project);
  },
});

function written(position: ResultLocation, { head, tables }: Processed): WorkerReply {
  try {
    writeResult(position, encodeResult(head, tables));
    return { kind: "written", head };
  } catch (thrown) {
    return { kind: "refused", reason: messageOf(thrown) };
  } finally {
    encoder.reuse();
  }
}
