import { z } from "zod";
import type { CustomCheckStore, JobReader, JudgeStore, Judging, Queue, SpendStore } from "../../checks/index.ts";
import { backlogJson, failingJudges, JobBacklog, queueSentence, queueState } from "../../checks/service.ts";
import {
  type ContentSwitch,
  type DatapointReader,
  datapointFields,
  requireQuery,
  type SenderReader,
} from "../../datapoints/index.ts";
import { createPartReader, rangeOf } from "../../datapoints/service.ts";
import type { RejectedRequests } from "../../ingest/index.ts";
import { contentAdviceFor, fixOf, senderAdvice } from "../../ingest/service.ts";
import type { DeliveryBacklog } from "../../notifications/index.ts";
import type { PipelineStatus } from "../../pipeline/index.ts";
import {
  deadLetterQueue,
  PipelineHealth,
  pipelineHealth,
  pipelineQueue,
  QueueState,
  Unavailable,
} from "../../pipeline/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { Losses } from "../../platform/telemetry/losses.ts";
import type { Principal } from "../../server/index.ts";
import { defineRoute, isoTime, ok, RangeQuery, Time } from "../../server/service.ts";
import type { DeadLetterQueue, Journal, StoreCondition } from "../../storage/index.ts";

const Health = z
  .strictObject({
    pipeline: PipelineHealth.describe(
      "Accepted data that is not visible yet; available even while a database does not respond",
    ),
    unavailable: z.array(Unavailable).describe("Parts that could not be read now: their fields are absent"),
    datapoints: z.int().optional(),
    errors: z.int().optional(),
    contentMissing: z.int().optional(),
    contentAdvice: z
      .array(z.strictObject({ convention: z.string(), calls: z.int(), advice: z.string() }))
      .optional()
      .describe("By instrumentation that still sends calls without message content: how many, and what turns it on"),
    rejected: z
      .array(
        z.strictObject({
          unit: z.enum(["items", "requests"]),
          signal: z.string(),
          reason: z.string(),
          count: z.int(),
          lastAt: Time,
        }),
      )
      .describe("What this process did not take in during the last 24 hours, most frequent first"),
    lastRejected: z
      .array(
        z.strictObject({
          at: Time,
          count: z.int().describe("Equal ones are one"),
          route: z.string(),
          status: z.int().describe("Of HTTP, or what answers to it of gRPC; 200 where a part was taken"),
          reason: z.string(),
          fix: z.string().optional().describe("What its sender can do"),
          tokenHint: z.string().optional().describe("First characters of the token that it came with"),
        }),
      )
      .optional()
      .describe(
        "The last 20 requests that were rejected, newest first; without a token of a project, for who runs the service",
      ),
    checksOff: z
      .array(z.strictObject({ check: z.string(), reason: z.string(), at: Time }))
      .optional()
      .describe("Checks of the project's own that are switched off, and why"),
    hasSpansOnly: z.boolean().optional().describe("Spans or log records came, and no call among them"),
    hints: z.array(z.string()).describe("Advice for the source of the telemetry, in sentences"),
    asynchronousChecks: z
      .array(JobBacklog)
      .optional()
      .describe("Judges and sandboxed code that wait or run, by executor"),
    judges: z
      .array(z.strictObject({ name: z.string(), problem: z.string() }))
      .optional()
      .describe("Judge models that are not called for a while, or whose budget of today is used up"),
  })
  .meta({ id: "Health" });

interface HealthRouteDependencies {
  readonly datapoints: DatapointReader;
  readonly senders: SenderReader;
  readonly customChecks: CustomCheckStore;
  readonly deadLetters: Pick<DeadLetterQueue, "list" | "count" | "remove">;
  readonly pipeline: PipelineStatus;
  readonly journal: Pick<Journal, "size" | "refusal" | "backlog" | "damaged">;
  /** Condition of the databases at the last background probe. */
  readonly stores: () => readonly StoreCondition[];
  /** Longest time in the last minute in which the main thread could do nothing else, milliseconds. */
  readonly longestBlockMs: () => number;
  readonly losses: Pick<Losses, "of">;
  readonly rejected: Pick<RejectedRequests, "of">;
  readonly contentSwitches: readonly ContentSwitch[];
  readonly jobReader: JobReader;
  /** Undelivered notifications, in all projects of the account or one. */
  readonly deliveryBacklog: DeliveryBacklog;
  readonly judges: JudgeStore;
  readonly judging: Judging;
  readonly spend: Pick<SpendStore, "spent">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function healthRoutes(dependencies: HealthRouteDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/health",
      scope: "read",
      tag: "health",
      summary: "Show how the project's data arrives: what is present, missing or late",
      query: RangeQuery,
      answers: { 200: Health },
      handle: async ({ principal, query }) =>
        ok(await healthOf(dependencies, principal, rangeOf(query, dependencies.now()))),
    }),

    defineRoute({
      method: "GET",
      path: "/health/queues",
      scope: "read",
      tag: "health",
      summary: "Show queued work and whether it progresses; available even while a database does not respond",
      answers: { 200: z.strictObject({ items: z.array(QueueState) }) },
      handle: async ({ principal }) =>
        ok({ items: (await queuesOf(dependencies, principal.projectId)).map(queueJson(dependencies.now())) }),
    }),
  ];
}

/**
 * Reads every part concurrently and for a bounded time, so a store that does not respond only omits its own
 * parts.
 */
async function healthOf(
  dependencies: HealthRouteDependencies,
  principal: Principal,
  range: Range,
): Promise<z.output<typeof Health>> {
  const { customChecks, losses, rejected, contentSwitches, jobReader, deliveryBacklog, now } = dependencies;
  const { projectId } = principal;
  const { read, unavailable } = createPartReader(dependencies.stores);
  const [data, own, asynchronousChecks, judges, refused, due] = await Promise.all([
    read("clickhouse", "datapoints, errors, contentMissing, contentAdvice, hasSpansOnly", () =>
      dataOf(dependencies, projectId, range),
    ),
    read("records", "checksOff", () => customChecks.list(projectId)),
    read("records", "asynchronousChecks", () => jobReader.backlog(projectId)),
    read("records", "judges", () => failingJudges(projectId, dependencies)),
    read("records", "lastRejected", () => rejected.of(principal)),
    read("records", "pipeline.notifications", () => deliveryBacklog.due(projectId, now())),
  ]);
  return {
    pipeline: { ...pipelineHealth(dependencies, projectId), notifications: due && dueJson(due) },
    unavailable: [...unavailable],
    datapoints: data?.all,
    errors: data?.errors,
    contentMissing: data?.lacking.reduce((sum, { withoutContent }) => sum + withoutContent.calls, 0),
    contentAdvice: data && [...contentAdviceFor(data.lacking, contentSwitches)],
    rejected: losses.of(projectId).map((loss) => ({ ...loss, lastAt: isoTime(loss.lastAt) })),
    lastRejected: refused?.map(({ reason, ...one }) => ({
      ...one,
      reason,
      at: isoTime(one.at),
      fix: fixOf(one),
    })),
    checksOff: own?.flatMap(({ name, off }) => (off ? [{ check: name, reason: off.reason, at: isoTime(off.at) }] : [])),
    hasSpansOnly: data && data.spans.length > 0,
    hints: data
      ? [
          ...senderAdvice(
            { datapoints: data.all, lacking: data.lacking, spans: data.spans, rejected: refused ?? [] },
            contentSwitches,
          ),
        ]
      : [],
    asynchronousChecks: asynchronousChecks?.map(backlogJson),
    judges: judges && [...judges],
  };
}

/** Reads the project's data in ClickHouse for a time window. */
async function dataOf({ datapoints, senders, now }: HealthRouteDependencies, project: ProjectId, range: Range) {
  const count = (q: string) =>
    datapoints.count(project, requireQuery(q, { now: now(), fields: datapointFields }), range);
  const [all, errors, lacking] = await Promise.all([count(""), count("is:error"), senders.lacking(project, range)]);
  const spans = all === 0 ? await senders.spansOf(project, range) : [];
  return { all, errors, lacking, spans };
}

const executorQueues = { judge: "judges", sandbox: "programs" } as const;

async function queuesOf(dependencies: HealthRouteDependencies, project: ProjectId): Promise<readonly Queue[]> {
  const { jobReader, deliveryBacklog, now } = dependencies;
  const { read, unavailable } = createPartReader(dependencies.stores);
  const [jobs, due] = await Promise.all([
    read("records", "judges", () => jobReader.backlog(project)),
    read("records", "notifications", () => deliveryBacklog.due(project, now())),
  ]);
  const unreadable = unavailable[0]?.reason ?? "it does not answer";
  return [
    pipelineQueue(dependencies, project),
    deadLetterQueue(dependencies, project),
    ...(jobs?.map(({ executor, ready, running, judged, oldestAt, problem }) => ({
      name: executorQueues[executor],
      waiting: ready + running + judged,
      ...(oldestAt === undefined ? {} : { oldestAt }),
      ...(problem === undefined ? {} : { problem }),
    })) ?? [{ name: "judges" as const, waiting: 0, unreadable }]),
    {
      name: "notifications",
      waiting: due?.count ?? 0,
      ...(due?.oldestAt === undefined ? {} : { oldestAt: due.oldestAt }),
      ...(due?.problem === undefined ? {} : { problem: due.problem }),
      ...(due === undefined ? { unreadable } : {}),
    },
  ];
}

const queueJson = (now: number) => (queue: Queue) => {
  const state = queueState(queue, now);
  return {
    name: queue.name,
    state,
    waiting: state === "unknown" ? undefined : queue.waiting,
    oldestAt: queue.oldestAt === undefined ? undefined : isoTime(queue.oldestAt),
    reason: state === "stalled" || state === "unknown" ? queueSentence(queue, now) : undefined,
  };
};

function dueJson({ count, oldestAt, problem }: Awaited<ReturnType<DeliveryBacklog["due"]>>) {
  return { waiting: count, oldestAt: oldestAt === undefined ? undefined : isoTime(oldestAt), problem };
}
