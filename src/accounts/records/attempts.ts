import { type Kysely, sql } from "kysely";
import type { Tables } from "../../storage/index.ts";
import type { AttemptStore } from "../ports/accounts.ts";

export function createAttemptStore(db: Kysely<Tables>): AttemptStore {
  return {
    async count(key, at, windowMs) {
      await db
        .deleteFrom("attempts")
        .where("window_ends_at", "<=", at - retentionMs)
        .execute();
      const over = sql<boolean>`attempts.window_ends_at <= ${at}`;
      const row = await db
        .insertInto("attempts")
        .values({ key, window_ends_at: at + windowMs, count: 1 })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            count: sql<number>`case when ${over} then 1 else attempts.count + 1 end`,
            window_ends_at: sql<number>`case when ${over} then excluded.window_ends_at else attempts.window_ends_at end`,
          }),
        )
        .returning(["count", "window_ends_at"])
        .executeTakeFirstOrThrow();
      return { count: row.count, endsAt: row.window_ends_at };
    },

    async remove(key) {
      await db.deleteFrom("attempts").where("key", "=", key).execute();
    },
  };
}

const retentionMs = 24 * 3_600_000;
