import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { z } from "zod";
import { type AccountId, asAccountId } from "../../platform/ids.ts";
import { roles } from "../../server/service.ts";
import type { Tables } from "../../storage/index.ts";
import { rowParser } from "../../storage/service.ts";
import type { User } from "../account.ts";
import type { UserStore } from "../ports/accounts.ts";
import { lockAccount } from "./lock-account.ts";
import { revokePersonalTokens } from "./project-roles.ts";

export function createUserStore(db: Kysely<Tables>): UserStore {
  return {
    any: async () => (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined,

    add: (user) => add(db, user),

    addFirst: (user) =>
      db.transaction().execute(async (step) => {
        await lockAccount(step, user.accountId);
        const other = await step.selectFrom("users").select("id").limit(1).executeTakeFirst();
        return other === undefined && (await add(step, user));
      }),

    async list(account) {
      const rows = await db
        .selectFrom("users")
        .selectAll()
        .where("account_id", "=", account)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(userOf);
    },

    async listReaching(account, project) {
      const rows = await db
        .selectFrom("users")
        .leftJoin("project_roles", (join) =>
          join.onRef("project_roles.user_id", "=", "users.id").on("project_roles.project_id", "=", project),
        )
        .selectAll("users")
        .where("users.account_id", "=", account)
        .where(reaches)
        .orderBy("users.created_at")
        .orderBy("users.id")
        .execute();
      return rows.map(userOf);
    },

    async find(email) {
      const row = await db.selectFrom("users").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();
      return row && { ...userOf(row), passwordHash: row.password_hash };
    },

    async setPassword(id, passwordHash) {
      await db.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", id).execute();
    },

    setRole: (account, id, role, at) =>
      unlessLastAdmin({ account, id, staysAdmin: role === "admin" }, async (step) => {
        await step.updateTable("users").set({ role }).where("id", "=", id).execute();
        await revokePersonalTokens(step, { userId: id, at, accountRole: role });
      }),

    remove: (account, id, at) =>
      unlessLastAdmin({ account, id, staysAdmin: false }, async (step) => {
        await step.deleteFrom("users").where("id", "=", id).execute();
        await revokePersonalTokens(step, { userId: id, at, accountRole: undefined });
      }),
  };

  function unlessLastAdmin(
    { account, id, staysAdmin }: { account: AccountId; id: string; staysAdmin: boolean },
    change: (step: Transaction<Tables>) => Promise<unknown>,
  ) {
    return db.transaction().execute(async (step) => {
      await lockAccount(step, account);
      const users = await step.selectFrom("users").select(["id", "role"]).where("account_id", "=", account).execute();
      if (!users.some((user) => user.id === id)) return "missing";
      if (!staysAdmin && !users.some((user) => user.role === "admin" && user.id !== id)) return "last_admin";
      await change(step);
      return "done";
    });
  }
}

/** Condition of users joined with their role in a project, as `roleIn` decides it. */
export const reaches = sql<boolean>`(users.role = 'admin' or coalesce(project_roles.role, users.role) <> 'none')`;

async function add(
  db: Kysely<Tables>,
  { id, accountId, email, role, passwordHash, createdAt, isEmailUnproven }: Parameters<UserStore["add"]>[0],
): Promise<boolean> {
  const added = await db
    .insertInto("users")
    .values({
      id,
      account_id: accountId,
      email: email.toLowerCase(),
      password_hash: passwordHash,
      created_at: createdAt,
      role,
      last_seen_at: null,
      email_unproven: isEmailUnproven ? 1 : null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

const parse = rowParser("users", { role: z.enum(roles) });

export function userOf(row: Omit<Selectable<Tables["users"]>, "password_hash">): User {
  return {
    id: row.id,
    accountId: asAccountId(row.account_id),
    email: row.email,
    ...parse(row),
    createdAt: row.created_at,
    ...(row.last_seen_at === null ? {} : { lastSeenAt: row.last_seen_at }),
    ...(row.email_unproven === 1 ? { isEmailUnproven: true } : {}),
  };
}
