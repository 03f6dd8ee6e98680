import type { Kysely } from "kysely";
import type { Tables } from "../../storage/index.ts";
import type { IdempotencyStore } from "../ports/idempotency.ts";

const retentionMs = 24 * 3600 * 1000;
/** A claimed request without a response: its process has ended. */
const runningMs = 60 * 1000;

export function createIdempotencyStore(db: Kysely<Tables>): IdempotencyStore {
  return {
    claim: ({ projectId, key, requestHash, at }) =>
      db.transaction().execute(async (step) => {
        await step
          .deleteFrom("idempotency_keys")
          .where((row) =>
            row.or([
              row("created_at", "<", at - retentionMs),
              row.and([row("status", "is", null), row("created_at", "<", at - runningMs)]),
            ]),
          )
          .execute();
        const added = await step
          .insertInto("idempotency_keys")
          .values({ project_id: projectId, key, request_hash: requestHash, status: null, body: null, created_at: at })
          .onConflict((conflict) => conflict.columns(["project_id", "key"]).doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 1n) return "claimed";
        const row = await step
          .selectFrom("idempotency_keys")
          .selectAll()
          .where("project_id", "=", projectId)
          .where("key", "=", key)
          .executeTakeFirst();
        if (row && row.request_hash !== requestHash) return "other_request";
        return row && row.status !== null ? { status: row.status, body: row.body ?? "" } : "running";
      }),

    async answer(projectId, key, { status, body }) {
      await db
        .updateTable("idempotency_keys")
        .set({ status, body })
        .where("project_id", "=", projectId)
        .where("key", "=", key)
        .execute();
    },

    async release(projectId, key) {
      await db
        .deleteFrom("idempotency_keys")
        .where("project_id", "=", projectId)
        .where("key", "=", key)
        .where("status", "is", null)
        .execute();
    },
  };
}
