import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { asProjectId } from "../../platform/ids.ts";
import type { RecordRemoval, Tables } from "../../storage/index.ts";
import { changeLeased, claimRows, findRow, inPieces, json, nextEpoch, rowParser } from "../../storage/service.ts";
import { type Deletion, deletionKinds, deletionStates, nothingDeleted } from "../deletion.ts";
import type { DeletionStore } from "../ports/deletions.ts";
import { createRecordRemoval } from "./record-removal.ts";

export function createDeletionStore(db: Kysely<Tables>, removals: readonly RecordRemoval[]): DeletionStore {
  return {
    async add(deletion) {
      await db
        .insertInto("deletions")
        .values({ ...rowOf(deletion), epoch: 0 })
        .execute();
    },

    async list(project) {
      const rows = await db
        .selectFrom("deletions")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("requested_at", "desc")
        .orderBy("id")
        .limit(200)
        .execute();
      return rows.map(deletionOf);
    },

    async get(project, id) {
      const row = await findRow(db, "deletions", project, id);
      return row && deletionOf(row);
    },

    async claim(now, until) {
      const [row] = await claimRows(db, {
        table: "deletions",
        key: ["id"],
        where: sql`value is not null and next_pass_at <= ${now}`,
        orderBy: ["next_pass_at"],
        limit: 1,
        set: { next_pass_at: until, epoch: nextEpoch },
      });
      return row && { deletion: deletionOf(row), epoch: row.epoch };
    },

    async save(deletion, epoch) {
      const { id, ...set } = rowOf(deletion);
      return (await changeLeased(db, { table: "deletions" }, { id, epoch }, set)) !== undefined;
    },

    async addTraces(project, traceIds, at) {
      for (const some of inPieces(traceIds))
        await db
          .insertInto("deleted_traces")
          .values(some.map((trace_id) => ({ project_id: project, trace_id, at })))
          .onConflict((conflict) => conflict.columns(["project_id", "trace_id"]).doNothing())
          .execute();
    },

    async traces(since) {
      const rows = await db.selectFrom("deleted_traces").selectAll().where("at", ">=", since).execute();
      return rows.map(({ project_id, trace_id, at }) => ({
        projectId: asProjectId(project_id),
        traceId: trace_id,
        at,
      }));
    },

    async tombstones() {
      const rows = await db
        .selectFrom("deletions")
        .select(["project_id", "kind", "digest", "before"])
        .where("kind", "!=", "datapoint")
        .execute();
      return rows.map((row) => ({
        projectId: asProjectId(row.project_id),
        kind: parseKind(row).kind,
        digest: row.digest,
        before: row.before,
      }));
    },

    ...createRecordRemoval(db, removals),
  };
}

function rowOf(deletion: Deletion): Omit<Tables["deletions"], "epoch"> {
  return {
    id: deletion.id,
    project_id: deletion.projectId,
    kind: deletion.kind,
    value: deletion.value ?? null,
    digest: deletion.digest,
    before: deletion.before,
    requested_by: deletion.requestedBy,
    requested_at: deletion.requestedAt,
    state: deletion.state,
    passes: deletion.passes,
    next_pass_at: deletion.nextPassAt,
    counts: JSON.stringify(deletion.counts),
    problem: deletion.problem ?? null,
    finished_at: deletion.finishedAt ?? null,
  };
}

const kind = z.enum(deletionKinds);
const parseKind = rowParser("deletions", { kind }, "digest");
const parse = rowParser("deletions", {
  kind,
  state: z.enum(deletionStates),
  // Counts written before a field was added lack it.
  counts: json(z.record(z.string(), z.number()).transform((counts) => ({ ...nothingDeleted, ...counts }))),
});

function deletionOf(row: Selectable<Tables["deletions"]>): Deletion {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    ...(row.value === null ? {} : { value: row.value }),
    digest: row.digest,
    before: row.before,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    passes: row.passes,
    nextPassAt: row.next_pass_at,
    ...parse(row),
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
  };
}
