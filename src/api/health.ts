import { z } from "zod";
import { Limit, RangeQuery, Time } from "../contract/common.ts";
import { isoTime } from "../contract/datapoint-json.ts";
import { JobBacklog } from "../contract/judge.ts";
import type { ProjectId } from "../domain/ids.ts";
import { datapointFields, requireQuery } from "../domain/query/index.ts";
import { type Queue, queueSentence, queueState } from "../domain/queue-health.ts";
import { fixOf } from "../domain/rejected-request.ts";
import { contentAdviceFor, senderAdvice } from "../domain/sender-advice.ts";
import { rangeOf } from "./asked-range.ts";
import { backlogJson } from "./jobs.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, ok } from "./route.ts";
import { troubledJudges } from "./troubled-judges.ts";

const AsideItem = z.strictObject({
  id: z.string(),
  traceId: z.string(),
  signal: z.enum(["traces", "logs"]),
  reason: z.string(),
  at: Time,
});

const Health = z
  .strictObject({
    datapoints: z.int(),
    errors: z.int(),
    contentMissing: z.int(),
    contentAdvice: z
      .array(z.strictObject({ convention: z.string(), calls: z.int(), advice: z.string() }))
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
      .describe(
        "The last 20 requests that were rejected, newest first; without a token of a project, for who runs the service",
      ),
    checksOff: z
      .array(z.strictObject({ check: z.string(), because: z.string(), at: Time }))
      .describe("Checks of the project's own that are switched off, and why"),
    lagMs: z.number().describe("How long the oldest accepted batch has waited to be stored"),
    hasSpansOnly: z.boolean().describe("Spans or log records came, and no call among them"),
    hints: z.array(z.string()).describe("What whoever sends should change, in sentences"),
    slowChecks: z.array(JobBacklog).describe("Judges and sandboxed code that wait or run, by executor"),
    judges: z
      .array(z.strictObject({ name: z.string(), problem: z.string() }))
      .describe("Judge models that are not called for a while, or whose ceiling is reached"),
    setAsideCount: z.int(),
    setAside: z.array(AsideItem).describe("Newest items that could not be stored, with the reason"),
  })
  .meta({ id: "Health" });

const QueueState = z
  .strictObject({
    name: z.enum(["line", "judges", "programs", "notifications"]),
    state: z.enum(["idle", "moving", "standing"]),
    waiting: z.int().optional(),
    oldestAt: Time.optional(),
    because: z.string().optional().describe("In a sentence, when it stands still"),
  })
  .meta({ id: "QueueState" });

type Needs = Pick<
  ApiNeeds,
  | "datapoints"
  | "senders"
  | "customChecks"
  | "aside"
  | "losses"
  | "rejected"
  | "lagMs"
  | "contentSwitches"
  | "jobReader"
  | "deliveryBacklog"
  | "judges"
  | "judging"
  | "spend"
  | "now"
>;

export function healthRoutes(needs: Needs) {
  const { datapoints, senders, customChecks, aside, losses, rejected, lagMs, contentSwitches, now, jobReader } = needs;
  return [
    defineRoute({
      method: "GET",
      path: "/health",
      scope: "read",
      tag: "health",
      summary: "Tell how the project's data comes in: what is there, what is missing, what was set aside",
      query: RangeQuery,
      answers: { 200: Health },
      async handle({ principal, query }) {
        const { projectId } = principal;
        const range = rangeOf(query, now());
        const count = (q: string) =>
          datapoints.count(projectId, requireQuery(q, { now: now(), fields: datapointFields }), range);
        const [all, errors, lacking, own, backlog, troubled, refused] = await Promise.all([
          count(""),
          count("is:error"),
          senders.lacking(projectId, range),
          customChecks.list(projectId),
          jobReader.backlog(projectId),
          troubledJudges(projectId, needs),
          rejected.of(principal),
        ]);
        const spans = all === 0 ? await senders.spansOf(projectId, range) : [];
        return ok({
          datapoints: all,
          errors,
          contentMissing: lacking.reduce((sum, { withoutContent }) => sum + withoutContent.calls, 0),
          contentAdvice: contentAdviceFor(lacking, contentSwitches),
          rejected: losses.of(projectId).map((loss) => ({ ...loss, lastAt: isoTime(loss.lastAt) })),
          lastRejected: refused.map((one) => ({ ...one, at: isoTime(one.at), fix: fixOf(one) })),
          checksOff: own.flatMap(({ name, off }) =>
            off ? [{ check: name, because: off.because, at: isoTime(off.at) }] : [],
          ),
          lagMs: lagMs(),
          hasSpansOnly: spans.length > 0,
          hints: senderAdvice({ datapoints: all, lacking, spans, rejected: refused }, contentSwitches),
          slowChecks: backlog.map(backlogJson),
          judges: troubled,
          setAsideCount: aside.count(projectId),
          setAside: aside.list(projectId, 20).map(asideJson),
        });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/health/queues",
      scope: "read",
      tag: "health",
      summary: "Tell what waits and whether it moves; answered also while the store of datapoints does not",
      answers: { 200: z.strictObject({ items: z.array(QueueState) }) },
      handle: async ({ principal }) =>
        ok({ items: (await queuesOf(needs, principal.projectId)).map(queueJson(now())) }),
    }),

    defineRoute({
      method: "GET",
      path: "/set-aside",
      scope: "read",
      tag: "health",
      summary: "List items that were accepted and could not be stored, newest first, with the reason",
      query: { limit: Limit },
      answers: { 200: z.strictObject({ items: z.array(AsideItem) }) },
      handle: ({ principal, query }) =>
        Promise.resolve(ok({ items: aside.list(principal.projectId, query.limit).map(asideJson) })),
    }),
  ];
}

const executorQueues = { judge: "judges", sandbox: "programs" } as const;

async function queuesOf(
  { jobReader, deliveryBacklog, lagMs, now }: Needs,
  project: ProjectId,
): Promise<readonly Queue[]> {
  const at = now();
  const [jobs, due] = await Promise.all([jobReader.backlog(project), deliveryBacklog.due(project, at)]);
  const lag = lagMs();
  return [
    { name: "line", waiting: 0, ...(lag > 0 ? { oldestAt: at - lag } : {}) },
    ...jobs.map(({ executor, ready, running, judged, oldestAt, problem }) => ({
      name: executorQueues[executor],
      waiting: ready + running + judged,
      ...(oldestAt === undefined ? {} : { oldestAt }),
      ...(problem === undefined ? {} : { problem }),
    })),
    {
      name: "notifications",
      waiting: due.count,
      ...(due.oldestAt === undefined ? {} : { oldestAt: due.oldestAt }),
      ...(due.problem === undefined ? {} : { problem: due.problem }),
    },
  ];
}

const queueJson = (now: number) => (queue: Queue) => {
  const state = queueState(queue, now);
  return {
    name: queue.name,
    state,
    waiting: queue.name === "line" ? undefined : queue.waiting,
    oldestAt: queue.oldestAt === undefined ? undefined : isoTime(queue.oldestAt),
    because: state === "standing" ? queueSentence(queue, now) : undefined,
  };
};

function asideJson({ id, traceId, signal, reason, at }: ReturnType<ApiNeeds["aside"]["list"]>[number]) {
  return { id, traceId, signal, reason, at: isoTime(at) };
}
