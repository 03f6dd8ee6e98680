import { z } from "zod";
import { JobBacklog } from "../../checks/contract/judge.ts";
import { type Queue, queueSentence, queueState } from "../../checks/jobs/queue-health.ts";
import { backlogJson } from "../../checks/routes/jobs.ts";
import { troubledJudges } from "../../checks/routes/troubled-judges.ts";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import type { Range } from "../../datapoints/ports/datapoint-reader.ts";
import { datapointFields, requireQuery } from "../../datapoints/query/index.ts";
import { createPartReader } from "../../datapoints/routes/part-reader.ts";
import { contentAdviceFor, senderAdvice } from "../../datapoints/sources/sender-advice.ts";
import { fixOf } from "../../ingest/rejected-request.ts";
import { PipelineHealth, QueueState, Unavailable } from "../../pipeline/contract/pipeline.ts";
import { deadLetterQueue, pipelineHealth, pipelineQueue } from "../../pipeline/routes/pipeline-health.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Principal } from "../../server/access.ts";
import { RangeQuery, Time } from "../../server/contract/common.ts";
import { rangeOf } from "../../server/routes/asked-range.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok } from "../../server/routes/route.ts";

const Health = z
  .strictObject({
    pipeline: PipelineHealth.describe("What is accepted and not visible yet; answered whatever does not answer"),
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
          because: z.string(),
          fix: z.string().optional().describe("What its sender can do"),
          tokenHint: z.string().optional().describe("First characters of the token that it came with"),
        }),
      )
      .optional()
      .describe(
        "The last 20 requests that were rejected, newest first; without a token of a project, for who runs the service",
      ),
    checksOff: z
      .array(z.strictObject({ check: z.string(), because: z.string(), at: Time }))
      .optional()
      .describe("Checks of the project's own that are switched off, and why"),
    hasSpansOnly: z.boolean().optional().describe("Spans or log records came, and no call among them"),
    hints: z.array(z.string()).describe("What whoever sends should change, in sentences"),
    slowChecks: z.array(JobBacklog).optional().describe("Judges and sandboxed code that wait or run, by executor"),
    judges: z
      .array(z.strictObject({ name: z.string(), problem: z.string() }))
      .optional()
      .describe("Judge models that are not called for a while, or whose budget of today is used up"),
  })
  .meta({ id: "Health" });

type Needs = Pick<
  ApiNeeds,
  | "datapoints"
  | "senders"
  | "customChecks"
  | "deadLetters"
  | "pipeline"
  | "journal"
  | "stores"
  | "losses"
  | "rejected"
  | "contentSwitches"
  | "jobReader"
  | "deliveryBacklog"
  | "judges"
  | "judging"
  | "spend"
  | "now"
>;

export function healthRoutes(needs: Needs) {
  return [
    defineRoute({
      method: "GET",
      path: "/health",
      scope: "read",
      tag: "health",
      summary: "Tell how the project's data comes in: what is there, what is missing, what is late",
      query: RangeQuery,
      answers: { 200: Health },
      handle: async ({ principal, query }) => ok(await healthOf(needs, principal, rangeOf(query, needs.now()))),
    }),

    defineRoute({
      method: "GET",
      path: "/health/queues",
      scope: "read",
      tag: "health",
      summary: "Tell what waits and whether it moves; answered also while a database does not",
      answers: { 200: z.strictObject({ items: z.array(QueueState) }) },
      handle: async ({ principal }) =>
        ok({ items: (await queuesOf(needs, principal.projectId)).map(queueJson(needs.now())) }),
    }),
  ];
}

/** Every part is read for a bounded time, next to the others: one store that is silent leaves its own parts out. */
async function healthOf(needs: Needs, principal: Principal, range: Range): Promise<z.output<typeof Health>> {
  const { customChecks, losses, rejected, contentSwitches, jobReader, deliveryBacklog, now } = needs;
  const { projectId } = principal;
  const { read, unavailable } = createPartReader(needs.stores);
  const [data, own, slowChecks, judges, refused, due] = await Promise.all([
    read("clickhouse", "datapoints, errors, contentMissing, contentAdvice, hasSpansOnly", () =>
      dataOf(needs, projectId, range),
    ),
    read("records", "checksOff", () => customChecks.list(projectId)),
    read("records", "slowChecks", () => jobReader.backlog(projectId)),
    read("records", "judges", () => troubledJudges(projectId, needs)),
    read("records", "lastRejected", () => rejected.of(principal)),
    read("records", "pipeline.notifications", () => deliveryBacklog.due(projectId, now())),
  ]);
  return {
    pipeline: { ...pipelineHealth(needs, projectId), notifications: due && dueJson(due) },
    unavailable: [...unavailable],
    datapoints: data?.all,
    errors: data?.errors,
    contentMissing: data?.lacking.reduce((sum, { withoutContent }) => sum + withoutContent.calls, 0),
    contentAdvice: data && [...contentAdviceFor(data.lacking, contentSwitches)],
    rejected: losses.of(projectId).map((loss) => ({ ...loss, lastAt: isoTime(loss.lastAt) })),
    lastRejected: refused?.map((one) => ({ ...one, at: isoTime(one.at), fix: fixOf(one) })),
    checksOff: own?.flatMap(({ name, off }) =>
      off ? [{ check: name, because: off.because, at: isoTime(off.at) }] : [],
    ),
    hasSpansOnly: data && data.spans.length > 0,
    hints: data
      ? [
          ...senderAdvice(
            { datapoints: data.all, lacking: data.lacking, spans: data.spans, rejected: refused ?? [] },
            contentSwitches,
          ),
        ]
      : [],
    slowChecks: slowChecks?.map(backlogJson),
    judges: judges && [...judges],
  };
}

/** What ClickHouse holds of the project in a time window. */
async function dataOf({ datapoints, senders, now }: Needs, project: ProjectId, range: Range) {
  const count = (q: string) =>
    datapoints.count(project, requireQuery(q, { now: now(), fields: datapointFields }), range);
  const [all, errors, lacking] = await Promise.all([count(""), count("is:error"), senders.lacking(project, range)]);
  const spans = all === 0 ? await senders.spansOf(project, range) : [];
  return { all, errors, lacking, spans };
}

const executorQueues = { judge: "judges", sandbox: "programs" } as const;

async function queuesOf(needs: Needs, project: ProjectId): Promise<readonly Queue[]> {
  const { jobReader, deliveryBacklog, now } = needs;
  const { read, unavailable } = createPartReader(needs.stores);
  const [jobs, due] = await Promise.all([
    read("records", "judges", () => jobReader.backlog(project)),
    read("records", "notifications", () => deliveryBacklog.due(project, now())),
  ]);
  const unreadable = unavailable[0]?.reason ?? "it does not answer";
  return [
    pipelineQueue(needs, project),
    deadLetterQueue(needs, project),
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

function dueJson({ count, oldestAt, problem }: Awaited<ReturnType<ApiNeeds["deliveryBacklog"]["due"]>>) {
  return { waiting: count, oldestAt: oldestAt === undefined ? undefined : isoTime(oldestAt), problem };
}
