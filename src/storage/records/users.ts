import type { Kysely } from "kysely";
import { asAccountId } from "../../domain/ids.ts";
import type { UserStore } from "../../ports/records.ts";
import type { Schema } from "./schema.ts";

export function createUserStore(db: Kysely<Schema>): UserStore {
  return {
    async add({ id, accountId, email, passwordHash, createdAt }) {
      const added = await db
        .insertInto("users")
        .values({
          id,
          account_id: accountId,
          email: email.toLowerCase(),
          password_hash: passwordHash,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.column("email").doNothing())
        .executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    },

    async list(account) {
      const rows = await db
        .selectFrom("users")
        .select(["id", "account_id", "email", "created_at"])
        .where("account_id", "=", account)
        .orderBy("created_at")
        .execute();
      return rows.map(({ id, account_id, email, created_at }) => ({
        id,
        accountId: asAccountId(account_id),
        email,
        createdAt: created_at,
      }));
    },
  };
}
