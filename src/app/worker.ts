/**
 * A thread of the pipeline: assembles datapoints, matches monitors, evaluates code checks, encodes rows, and writes them
 * to the file of the write batch.
 */

import type { CustomCheck } from "../checks/custom/custom-check.ts";
import { createPolicyChecks } from "../checks/custom/policy-check.ts";
import { judgeChecks } from "../checks/judges/index.ts";
import { codeChecks } from "../checks/library/index.ts";
import { createChecker, createEvaluateCode } from "../checks/stages/check.ts";
import type { ApartResult, ApartTask } from "../checks/stages/evaluate-apart.ts";
import { createEvaluationJobs } from "../checks/stages/evaluation-jobs.ts";
import { createKnownChecks } from "../checks/stages/known-checks.ts";
import { byCheck, createBeforeCheck } from "../checks/stages/unfinished-checks.ts";
import { createBatchHistory, noHistory } from "../checks/verdicts/check-history.ts";
import { conventions } from "../datapoints/conventions/index.ts";
import { createRecognizer } from "../datapoints/stages/recognizer.ts";
import type { WatchedMonitor } from "../monitors/monitor.ts";
import { type ExplainTask, explainMonitors } from "../monitors/stages/explain-apart.ts";
import { createProjectMonitors } from "../monitors/stages/project-monitors.ts";
import { logsIn, spansIn } from "../otlp/decode.ts";
import { encodeResult } from "../pipeline/batches/batch-result.ts";
import type { RuledOut } from "../pipeline/batches/strikes.ts";
import { createRowEncoder } from "../pipeline/rows/encoder.ts";
import { createEvaluateTrace } from "../pipeline/traces/evaluate-trace.ts";
import { createProcess, type Processed, type WorkerReply, type WorkerTask } from "../pipeline/traces/process.ts";
import { messageOf } from "../platform/failure.ts";
import { freeMemory } from "../platform/files/free-memory.ts";
import { takeInMinute } from "../platform/http/minute-count.ts";
import { asProjectId, type ProjectId } from "../platform/ids.ts";
import { threadHeartbeat } from "../platform/threads/heartbeat.ts";
import { serveTasks } from "../platform/threads/thread-task.ts";
import { createIsErased, type Tombstone } from "../privacy/deletion.ts";
import { readRaw } from "../proxy/recording/raw-reading.ts";
import { writeResult } from "../storage/journal/write-batches/write-result.ts";
import type { ResultLocation } from "../storage/ports/journal.ts";

const heartbeat = threadHeartbeat();
/** The checks of the current trace that ended a thread before. */
let unfinished: ReadonlyMap<string, string> | undefined;
const beforeCheck = createBeforeCheck(heartbeat, () => unfinished);
const policies = createPolicyChecks();
const check = createChecker({ checks: codeChecks, findOwn: policies.find, now: Date.now, beforeCheck });
const asynchronousChecks = createKnownChecks(judgeChecks);
const findSlow = asynchronousChecks.find;
const orderJobs = createEvaluationJobs({
  findSlow,
  evaluateCode: createEvaluateCode(codeChecks, beforeCheck),
  now: Date.now,
});
/** A policy runs here when a trace arrives, and as a job on stored calls. */
const isSlow = (project: ProjectId, name: string) =>
  policies.find(project, name) === undefined && findSlow(project, name) !== undefined;
const monitors = createProjectMonitors({
  isSlow,
  checkReadsTrace: (project, name) =>
    (codeChecks.get(name) ?? policies.find(project, name))?.needs.includes("trace") === true,
  takeSlot: ({ minute }) => minute === undefined || takeInMinute(minute.used, minute.most, Date.now()),
  now: Date.now,
});
const onMonitor = (id: string) => heartbeat.step(`match the monitor ${id}`);
const onStep = (step: string) => heartbeat.step(step);
const examine = createEvaluateTrace({
  monitors,
  now: Date.now,
  checks: codeChecks,
  findOwn: policies.find,
  check,
  isSlow,
  orderJobs,
  onStep,
});
const recognize = createRecognizer({ conventions });

const encoder = createRowEncoder();
let ruledOut: ReadonlyMap<string, readonly RuledOut[]> = new Map();
let isErased = createIsErased([]);
let history = createBatchHistory(noHistory);

const process = createProcess({
  spansIn,
  logsIn,
  readRaw,
  recognize: (trace) => {
    heartbeat.step("assemble its datapoints");
    return recognize(trace);
  },
  examine: (datapoint, traceContext, before) => {
    const judged = examine(datapoint, { ...traceContext, ...history.around(datapoint, traceContext.calls) }, before);
    history.note(datapoint);
    return judged;
  },
  readsTrace: (project) => monitors.of(project).readsTrace,
  withHistory: (known, act) => {
    history = createBatchHistory(known);
    act();
    return history.missing();
  },
  encoder,
  isErased: (datapoint) => isErased(datapoint),
  onTrace(key, project) {
    heartbeat.item(key);
    heartbeat.step("read its spans");
    if (ruledOut.size > 0) unfinished = byCheck([...(ruledOut.get(project) ?? []), ...(ruledOut.get(key) ?? [])]);
  },
});

serveTasks({
  task: (given) => {
    const task = given as WorkerTask | ApartTask | ExplainTask;
    if (!("kind" in task)) return processBatch(task);
    return task.kind === "explain" ? explainMonitors(task, onMonitor) : evaluateApart(task);
  },
  onMessage: (topic, message, key) => {
    if (topic === "tombstones") isErased = createIsErased(message as readonly Tombstone[]);
    const project = asProjectId(key);
    if (topic === "monitors") monitors.replace(project, message as readonly WatchedMonitor[] | undefined);
    if (topic !== "checks") return;
    const checks = (message as readonly CustomCheck[] | undefined) ?? [];
    policies.update(project, checks);
    asynchronousChecks.update(project, checks);
    monitors.recompile(project);
  },
});

function processBatch(task: WorkerTask): WorkerReply {
  ruledOut = Map.groupBy(task.ruledOut ?? [], ({ scope }) => scope);
  unfinished = undefined;
  try {
    const reply = process(task);
    return reply.kind === "processed" ? written(task.location, reply) : reply;
  } finally {
    for (const { bytes } of task.entries) freeMemory(bytes);
  }
}

function evaluateApart({
  datapoint,
  requests,
  slowRequests = [],
  expected,
  unfinished: before,
}: ApartTask): ApartResult {
  unfinished = byCheck(before);
  return { verdicts: check(datapoint, requests, { expected }), ordered: orderJobs(datapoint, slowRequests) };
}

function written(position: ResultLocation, { head, tables }: Processed): WorkerReply {
  try {
    // A slow disk isn't a stall: the pipeline waits for it.
    heartbeat.unwatched(() => writeResult(position, encodeResult(head, tables)));
    return { kind: "written", head };
  } catch (thrown) {
    return { kind: "refused", reason: messageOf(thrown) };
  } finally {
    encoder.reuse();
  }
}
