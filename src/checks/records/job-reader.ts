import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Tables } from "../../storage/index.ts";
import { newestFirst, rowParser } from "../../storage/service.ts";
import { executorKinds } from "../jobs/job.ts";
import type { JobReader } from "../ports/jobs.ts";
import { jobOf } from "./jobs.ts";

const parse = rowParser("jobs", { executor: z.enum(executorKinds) }, "executor");

export function createJobReader(db: Kysely<Tables>): JobReader {
  return {
    async pending(project, datapoint) {
      const rows = await db
        .selectFrom("jobs")
        .selectAll()
        .where("project_id", "=", project)
        .where("datapoint_id", "=", datapoint)
        .where("state", "!=", "done")
        .where("superseded", "=", 0)
        .execute();
      return rows.map(jobOf);
    },

    async backlog(project) {
      const inState = (state: string) => sql<number>`sum(case when state = ${state} then 1 else 0 end)`;
      let query = db
        .selectFrom("jobs")
        .select([
          "executor",
          inState("ready").as("ready"),
          inState("running").as("running"),
          inState("judged").as("judged"),
          sql<number>`sum(case when problem is not null then 1 else 0 end)`.as("failing"),
          sql<number>`min(created_at)`.as("oldest"),
          sql<string | null>`max(problem)`.as("problem"),
        ])
        .where("state", "!=", "done")
        .groupBy("executor")
        .orderBy("executor");
      if (project !== undefined) query = query.where("project_id", "=", project);
      const rows = await query.execute();
      return rows.map(({ executor, ready, running, judged, failing, oldest, problem }) => ({
        ...parse({ executor }),
        ready,
        running,
        judged,
        failing,
        oldestAt: oldest,
        ...(problem === null ? {} : { problem }),
      }));
    },

    async list(project, states, page) {
      const query = db.selectFrom("jobs").selectAll().where("project_id", "=", project).where("state", "in", states);
      const found = await newestFirst(query, page);
      return { ...found, items: found.items.map(jobOf) };
    },
  };
}
