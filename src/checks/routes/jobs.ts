import { z } from "zod";
import { defineRoute, isoTime, ok, PageQuery, pageOf } from "../../server/service.ts";
import { Job, JobBacklog } from "../contract/judge.ts";
import type { Job as DomainJob } from "../jobs/job.ts";
import type { Backlog, JobReader } from "../ports/jobs.ts";

interface JobRoutesDependencies {
  readonly jobReader: JobReader;
}

/** Pending and running evaluation jobs. */
export function jobRoutes({ jobReader }: JobRoutesDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/jobs",
      scope: "read",
      tag: "jobs",
      summary:
        "List asynchronous checks that are not finished, newest first, with the reason if an attempt gave no verdict",
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

function jobJson({ id, datapointId, check, options, executor, state, attempts, dueAt, createdAt, problem }: DomainJob) {
  const times = { dueAt: isoTime(dueAt), createdAt: isoTime(createdAt) };
  return { id, datapointId, check, options, executor, state, attempts, ...times, problem };
}

export function backlogJson({ oldestAt, ...rest }: Backlog) {
  return { ...rest, ...(oldestAt === undefined ? {} : { oldestAt: isoTime(oldestAt) }) };
}
