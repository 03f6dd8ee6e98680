import type { Kysely } from "kysely";
import type { Tables } from "../../storage/index.ts";
import type { SsoIdentityStore } from "../ports/sso-identities.ts";
import { userOf } from "./users.ts";

export function createSsoIdentityStore(db: Kysely<Tables>): SsoIdentityStore {
  return {
    async find(issuer, subject) {
      const row = await db
        .selectFrom("users")
        .innerJoin("sso_identities", "sso_identities.user_id", "users.id")
        .selectAll("users")
        .where("sso_identities.issuer", "=", issuer)
        .where("sso_identities.subject", "=", subject)
        .executeTakeFirst();
      return row && userOf(row);
    },

    async link({ issuer, subject, userId, createdAt }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("sso_identities")
        .values({ issuer, subject, user_id: userId, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
