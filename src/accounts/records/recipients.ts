import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { asAccountId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { rowParser } from "../../storage/service.ts";
import type { RecipientStore } from "../ports/accounts.ts";
import { type KnownRecipient, type Recipient, recipientAnswers, recipientId } from "../recipients/recipient.ts";
import { reaches } from "./users.ts";

export function createRecipientStore(db: Kysely<Tables>): RecipientStore {
  return {
    async find(account, addresses, project) {
      const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))];
      if (wanted.length === 0) return new Map();
      const members = await db
        .selectFrom("users")
        .leftJoin("project_roles", (join) =>
          join.onRef("project_roles.user_id", "=", "users.id").on("project_roles.project_id", "=", project ?? ""),
        )
        .select(["users.email", "users.email_unproven", reaches.as("reaches")])
        .where("users.account_id", "=", account)
        .where("users.email", "in", wanted)
        .execute();
      const rows = await db
        .selectFrom("email_recipients")
        .selectAll()
        .where("account_id", "=", account)
        .where("address", "in", wanted)
        .execute();
      const found = new Map<string, KnownRecipient>();
      for (const row of rows) found.set(row.address, { recipient: recipientOf(row) });
      for (const { email, email_unproven, reaches } of members) {
        const member = { isProven: email_unproven !== 1, ...(reaches ? {} : { isOutsideProject: true as const }) };
        found.set(email, { ...found.get(email), member });
      }
      return found;
    },

    request: (recipients) =>
      db.transaction().execute(async (step) => {
        for (const recipient of recipients) {
          const { id, ...row } = rowOf(recipient);
          await step
            .insertInto("email_recipients")
            .values({ id, ...row })
            .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
            .execute();
        }
      }),

    confirm: (account, address, { requestedAt, at }) =>
      db.transaction().execute(async (step) => {
        const { numUpdatedRows } = await step
          .updateTable("email_recipients")
          .set({ answer: "confirmed", decided_at: at })
          .where("account_id", "=", account)
          .where("address", "=", address)
          .where("requested_at", "=", requestedAt)
          .where("expires_at", ">", at)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await step
          .updateTable("users")
          .set({ email_unproven: 0 })
          .where("account_id", "=", account)
          .where("email", "=", address)
          .execute();
        return true;
      }),

    async unsubscribe(accountId, address, at) {
      const answered = { answer: "unsubscribed", requestedAt: at, expiresAt: at, decidedAt: at } as const;
      const { id, ...row } = rowOf({ id: recipientId(accountId, address), accountId, address, ...answered });
      await db
        .insertInto("email_recipients")
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
    },
  };
}

function rowOf(recipient: Recipient): Tables["email_recipients"] {
  const { id, accountId, address, answer, requestedAt, expiresAt, decidedAt } = recipient;
  return {
    id,
    account_id: accountId,
    address,
    answer,
    requested_at: requestedAt,
    expires_at: expiresAt,
    decided_at: decidedAt ?? null,
  };
}

const parse = rowParser("email_recipients", { answer: z.enum(recipientAnswers) });

function recipientOf(row: Selectable<Tables["email_recipients"]>): Recipient {
  return {
    id: row.id,
    accountId: asAccountId(row.account_id),
    address: row.address,
    ...parse(row),
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at }),
  };
}
