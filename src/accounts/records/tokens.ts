import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { asAccountId, asProjectId } from "../../platform/ids.ts";
import type { Token } from "../../server/index.ts";
import { scopes } from "../../server/service.ts";
import type { Tables } from "../../storage/index.ts";
import { json, rowParser } from "../../storage/service.ts";
import type { TokenStore } from "../ports/projects.ts";

export function createTokenStore(db: Kysely<Tables>): TokenStore {
  return {
    async add(token, sha256) {
      const added = await db
        .insertInto("tokens")
        .values({
          id: token.id,
          account_id: token.accountId,
          project_id: token.projectId,
          name: token.name,
          hint: token.hint,
          sha256,
          scopes: JSON.stringify(token.scopes),
          created_at: token.createdAt,
          expires_at: token.expiresAt ?? null,
          last_used_at: null,
          revoked_at: null,
          created_by: token.madeBy ?? null,
          user_id: token.userId ?? null,
        })
        .onConflict((conflict) => conflict.column("sha256").doNothing())
        .executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    },

    async find(sha256) {
      const row = await withProject(db).where("tokens.sha256", "=", sha256).executeTakeFirst();
      return row && tokenOf(row);
    },

    async list(account) {
      const rows = await withProject(db)
        .where("tokens.account_id", "=", account)
        .orderBy("tokens.created_at", "desc")
        .orderBy("tokens.id")
        .execute();
      return rows.map(tokenOf);
    },

    async revoke(account, id, at) {
      const { numUpdatedRows } = await db
        .updateTable("tokens")
        .set((column) => ({ revoked_at: column.fn.coalesce("revoked_at", column.val(at)) }))
        .where("account_id", "=", account)
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async touch(id, at) {
      await db
        .updateTable("tokens")
        .set({ last_used_at: at })
        .where("id", "=", id)
        .where((column) => column.or([column("last_used_at", "is", null), column("last_used_at", "<", at)]))
        .execute();
    },
  };
}

const withProject = (db: Kysely<Tables>) =>
  db
    .selectFrom("tokens")
    .innerJoin("projects", "projects.id", "tokens.project_id")
    .selectAll("tokens")
    .select("projects.archived_at");

const parse = rowParser("tokens", { scopes: json(z.array(z.enum(scopes))) });

export const scopesOf = (row: { readonly id: string; readonly scopes: string }): Token["scopes"] => parse(row).scopes;

function tokenOf(row: Selectable<Tables["tokens"]> & { readonly archived_at: number | null }): Token {
  return {
    id: row.id,
    accountId: asAccountId(row.account_id),
    projectId: asProjectId(row.project_id),
    name: row.name,
    hint: row.hint,
    scopes: scopesOf(row),
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.archived_at === null ? {} : { archivedAt: row.archived_at }),
    ...(row.created_by === null ? {} : { madeBy: row.created_by }),
    ...(row.user_id === null ? {} : { userId: row.user_id }),
  };
}
