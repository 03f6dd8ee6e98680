import { z } from "zod";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { PageQuery, pageOf } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok } from "../../server/routes/route.ts";
import { Job, JobBacklog } from "../contract/judge.ts";
import type { Job as DomainJob } from "../jobs/job.ts";
import type { Backlog } from "../ports/jobs.ts";

/** What waits and runs beside the line. */
export function jobRoutes({ jobReader }: Pick<ApiNeeds, "jobReader">) {
  return [
    defineRoute({
      method: "GET",
      path: "/jobs",
      scope: "read",
      tag: "jobs",
      summary: "List slow checks that are not over, newest first, with why a try gave no verdict",
      query: PageQuery,
      answers: { 200: pageOf(Job).extend({ backlog: z.array(JobBacklog) }) },
      async handle({ principal: { projectId }, query: { limit, cursor } }) {
        const [{ items, nextCursor }, backlog] = await Promise.all([
          jobReader.list(projectId, ["ready", "running", "judged"], {
            limit,
            ...(cursor === undefined ? {} : { cursor }),
          }),
          jobReader.backlog(projectId),
        ]);
        return ok({ items: items.map(jobJson), nextCursor, backlog: backlog.map(backlogJson) });
      },
    }),
  ];
}

function jobJson({ id, datapointId, check, options, executor, state, tries, dueAt, createdAt, problem }: DomainJob) {
  const times = { dueAt: isoTime(dueAt), createdAt: isoTime(createdAt) };
  return { id, datapointId, check, options, executor, state, tries, ...times, problem };
}

export function backlogJson({ oldestAt, ...rest }: Backlog) {
  return { ...rest, ...(oldestAt === undefined ? {} : { oldestAt: isoTime(oldestAt) }) };
}
