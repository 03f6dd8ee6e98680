import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { asAccountId } from "../../platform/ids.ts";
import { roles } from "../../server/service.ts";
import type { Tables } from "../../storage/index.ts";
import type { MailedLink } from "../account.ts";
import type { MailedLinkStore } from "../ports/accounts.ts";

export function createMailedLinkStore(db: Kysely<Tables>): MailedLinkStore {
  return {
    add: (link, sha256, shownSha256) =>
      db.transaction().execute(async (step) => {
        const row = { ...rowOf(link, sha256), shown_sha256: shownSha256 ?? null };
        await step
          .deleteFrom("mailed_links")
          .where("expires_at", "<=", link.createdAt - retentionMs)
          .execute();
        await step
          .deleteFrom("mailed_links")
          .where("kind", "=", row.kind)
          .where("email", "=", row.email)
          .where("account_id", row.account_id === null ? "is" : "=", row.account_id)
          .execute();
        await step.insertInto("mailed_links").values(row).execute();
      }),

    async find(sha256, at) {
      const row = await db
        .selectFrom("mailed_links")
        .selectAll()
        .where("expires_at", ">", at)
        .where(hasSecret(sha256))
        .executeTakeFirst();
      return row && found(row, sha256);
    },

    async take(sha256, at) {
      const row = await db
        .deleteFrom("mailed_links")
        .where(hasSecret(sha256))
        .where("expires_at", ">", at)
        .returningAll()
        .executeTakeFirst();
      return row && found(row, sha256);
    },

    async takeInvitation(email, at) {
      const newest = await db
        .selectFrom("mailed_links")
        .select("id")
        .where("expires_at", ">", at)
        .where("kind", "=", "invitation")
        .where("email", "=", email.toLowerCase())
        .orderBy("created_at", "desc")
        .executeTakeFirst();
      if (!newest) return undefined;
      const row = await db.deleteFrom("mailed_links").where("id", "=", newest.id).returningAll().executeTakeFirst();
      return row && linkOf(row);
    },

    async invitations(account) {
      const rows = await db
        .selectFrom("mailed_links")
        .selectAll()
        .where("account_id", "=", account)
        .where("kind", "=", "invitation")
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(linkOf);
    },

    async withdraw(account, id) {
      const { numDeletedRows } = await db
        .deleteFrom("mailed_links")
        .where("account_id", "=", account)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}

/** Expired invitations stay listed for this long, so that an admin sees why a person did not join. */
const retentionMs = 30 * 24 * 3_600_000;

const hasSecret = (sha256: string) => sql<boolean>`(sha256 = ${sha256} or shown_sha256 = ${sha256})`;

const found = (row: Selectable<Tables["mailed_links"]>, sha256: string): MailedLink =>
  row.sha256 === sha256 ? linkOf(row) : { ...linkOf(row), isShown: true };

function rowOf(
  { id, email, createdAt, expiresAt, purpose }: MailedLink,
  sha256: string,
): Omit<Tables["mailed_links"], "shown_sha256"> {
  const { kind } = purpose;
  return {
    id,
    sha256,
    kind,
    email: email.toLowerCase(),
    account_id: kind === "invitation" ? purpose.accountId : null,
    role: kind === "invitation" ? purpose.role : null,
    created_by: kind === "invitation" ? purpose.madeBy : null,
    user_id: kind === "reset" ? purpose.userId : null,
    created_at: createdAt,
    expires_at: expiresAt,
  };
}

const Purpose = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("invitation"),
    accountId: z.string().transform(asAccountId),
    role: z.enum(roles),
    madeBy: z.string(),
  }),
  z.object({ kind: z.literal("sign_up") }),
  z.object({ kind: z.literal("first_account") }),
  z.object({ kind: z.literal("reset"), userId: z.string() }),
]);

function linkOf(row: Selectable<Tables["mailed_links"]>): MailedLink {
  const { kind, account_id: accountId, role, created_by: madeBy, user_id: userId } = row;
  return {
    id: row.id,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    purpose: Purpose.parse({ kind, accountId, role, madeBy, userId }),
  };
}
