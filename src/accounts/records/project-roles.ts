import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import { type AccountId, asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { ProjectRole, Role } from "../../server/index.ts";
import { mayHaveToken, projectRoles, roleIn, roles } from "../../server/service.ts";
import type { Tables } from "../../storage/index.ts";
import type { ProjectRoleStore } from "../ports/accounts.ts";
import { lockAccount } from "./lock-account.ts";
import { scopesOf } from "./tokens.ts";

const Given = z.enum(projectRoles);

export function createProjectRoleStore(db: Kysely<Tables>): ProjectRoleStore {
  return {
    of: (userId) => rolesOf(db, userId),

    async list(project) {
      const rows = await db
        .selectFrom("project_roles")
        .select(["user_id", "role"])
        .where("project_id", "=", project)
        .execute();
      return new Map(rows.map(({ user_id, role }) => [user_id, Given.parse(role)]));
    },

    set: (account, { project, userId, role, at }) =>
      db.transaction().execute(async (step) => {
        await lockAccount(step, account);
        const user = await step
          .selectFrom("users")
          .select("role")
          .where("account_id", "=", account)
          .where("id", "=", userId)
          .executeTakeFirst();
        if (!user) return "missing";
        const accountRole = z.enum(roles).parse(user.role);
        if (accountRole === "admin") return "account_admin";
        if (role === "none" && !(await reachesAnother(step, { account, project, userId }))) return "last_project";
        const ofUser = { project_id: project, user_id: userId };
        await step
          .deleteFrom("project_roles")
          .where("project_id", "=", project)
          .where("user_id", "=", userId)
          .execute();
        if (role !== undefined) {
          await step
            .insertInto("project_roles")
            .values({ ...ofUser, role })
            .execute();
        }
        await revokePersonalTokens(step, { userId, at, accountRole });
        return "done";
      }),
  };
}

async function rolesOf(db: Kysely<Tables>, userId: string): Promise<ReadonlyMap<ProjectId, ProjectRole>> {
  const rows = await db
    .selectFrom("project_roles")
    .select(["project_id", "role"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map(({ project_id, role }) => [asProjectId(project_id), Given.parse(role)]));
}

async function reachesAnother(
  step: Transaction<Tables>,
  { account, project, userId }: { account: AccountId; project: ProjectId; userId: string },
): Promise<boolean> {
  const other = await step
    .selectFrom("projects")
    .select("id")
    .where("account_id", "=", account)
    .where("id", "!=", project)
    .where("archived_at", "is", null)
    .where(
      sql<boolean>`not exists (select 1 from project_roles where project_roles.project_id = projects.id
        and project_roles.user_id = ${userId} and project_roles.role = 'none')`,
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Ends the personal tokens that the person's roles do not allow: all of them without a role in the account. */
export async function revokePersonalTokens(
  step: Transaction<Tables>,
  { userId, at, accountRole }: { userId: string; at: number; accountRole: Role | undefined },
): Promise<void> {
  const held = await step
    .selectFrom("tokens")
    .select(["id", "scopes", "project_id"])
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  const given = await rolesOf(step, userId);
  const isAllowed = (token: (typeof held)[number]) => {
    if (accountRole === undefined) return false;
    const role = roleIn(accountRole, given.get(asProjectId(token.project_id)));
    return mayHaveToken({ accountRole, role }, scopesOf(token));
  };
  const ended = held.filter((token) => !isAllowed(token)).map(({ id }) => id);
  if (ended.length > 0) await step.updateTable("tokens").set({ revoked_at: at }).where("id", "in", ended).execute();
}
