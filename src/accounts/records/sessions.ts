import type { Kysely, Selectable } from "kysely";
import type { Tables } from "../../storage/index.ts";
import { type Session, sessionLife } from "../account.ts";
import type { SessionStore } from "../ports/accounts.ts";
import { userOf } from "./users.ts";

export function createSessionStore(db: Kysely<Tables>): SessionStore {
  return {
    async add({ id, userId, createdAt, lastSeenAt, address, agent }, sha256, method = "password") {
      await db
        .deleteFrom("sessions")
        .where((row) =>
          row.or([
            row("created_at", "<=", createdAt - sessionLife.longestMs),
            row("last_seen_at", "<=", createdAt - sessionLife.idleMs),
          ]),
        )
        .execute();
      await db
        .insertInto("sessions")
        .values({
          id,
          sha256,
          user_id: userId,
          created_at: createdAt,
          last_seen_at: lastSeenAt,
          address,
          agent,
          method,
        })
        .execute();
      await db.updateTable("users").set({ last_seen_at: createdAt }).where("id", "=", userId).execute();
    },

    async find(sha256) {
      const row = await db
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.user_id")
        .innerJoin("accounts", "accounts.id", "users.account_id")
        .leftJoin("second_factors", "second_factors.user_id", "users.id")
        .select(["users.id as whose", "users.account_id", "users.email", "users.role"])
        .select(["users.created_at as since", "users.last_seen_at as seen", "users.email_unproven"])
        .select(["accounts.requires_second_factor", "second_factors.confirmed_at as enrolled_at"])
        .selectAll("sessions")
        .where("sessions.sha256", "=", sha256)
        .executeTakeFirst();
      if (!row) return undefined;
      const { whose: id, since: created_at, seen: last_seen_at, account_id, email, role, email_unproven } = row;
      return {
        session: sessionOf(row),
        user: userOf({ id, account_id, email, role, created_at, last_seen_at, email_unproven }),
        isEnrolling: row.method !== "sso" && row.requires_second_factor === 1 && row.enrolled_at === null,
      };
    },

    async touch(id, at) {
      await db
        .updateTable("sessions")
        .set({ last_seen_at: at })
        .where("id", "=", id)
        .where("last_seen_at", "<", at)
        .execute();
      await db
        .updateTable("users")
        .set({ last_seen_at: at })
        .where("id", "=", db.selectFrom("sessions").select("user_id").where("id", "=", id))
        .where((row) => row.or([row("last_seen_at", "is", null), row("last_seen_at", "<", at)]))
        .execute();
    },

    async list(userId) {
      const rows = await db
        .selectFrom("sessions")
        .selectAll()
        .where("user_id", "=", userId)
        .orderBy("last_seen_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(sessionOf);
    },

    async end(userId, { id, except }) {
      const { numDeletedRows } = await db
        .deleteFrom("sessions")
        .where("user_id", "=", userId)
        .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
        .$if(except !== undefined, (query) => query.where("id", "!=", except ?? ""))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function sessionOf(row: Selectable<Tables["sessions"]>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    address: row.address,
    agent: row.agent,
  };
}
