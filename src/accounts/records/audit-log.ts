import { hash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import { randomId } from "../../platform/crypto/random-id.ts";
import { type AccountId, asAccountId, asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { cursorOf, json, type Members, readCursor, rowParser } from "../../storage/service.ts";
import { type AuditIntent, type AuditOutcome, auditOutcomes } from "../audit.ts";
import type { AuditLog } from "../ports/accounts.ts";
import { lockAccount } from "./lock-account.ts";

/** Age after which an intent belongs to a process that has ended. */
const goneMs = 10 * 60_000;

export function createAuditLog(db: Kysely<Tables>): AuditLog {
  return {
    async begin(intent) {
      const id = randomId("audit");
      await db
        .insertInto("audit_pending")
        .values({ id, account_id: intent.accountId, at: intent.at, entry: JSON.stringify(intent) })
        .execute();
      await settleGone(intent.accountId, intent.at - goneMs);
      return id;
    },

    end: (id, outcome, made = {}) =>
      db.transaction().execute(async (step) => {
        const intentRow = await take(step, id);
        if (!intentRow || outcome === undefined) return;
        const target = { ...intentRow.target, ...made };
        await append(step, Object.keys(target).length > 0 ? { ...intentRow, target } : intentRow, outcome);
      }),

    async list(account, { actor, action }, { limit, cursor }) {
      const before = cursor === undefined ? undefined : readCursor(cursor)[0];
      const rows = await db
        .selectFrom("audit_entries")
        .selectAll()
        .where("account_id", "=", account)
        .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
        .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
        .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
        .orderBy("number", "desc")
        .limit(limit + 1)
        .execute();
      const items = rows
        .slice(0, limit)
        .map((row) => ({ ...parseEntry(row).entry, number: row.number, hash: row.hash }));
      const last = items.at(-1);
      return rows.length > limit && last ? { items, nextCursor: cursorOf(last.number, "") } : { items };
    },

    async verify(account) {
      let entries = 0;
      let head: string | undefined;
      for (;;) {
        const rows = await db
          .selectFrom("audit_entries")
          .select(["number", "entry", "hash"])
          .where("account_id", "=", account)
          .where("number", ">", entries)
          .orderBy("number")
          .limit(1000)
          .execute();
        for (const row of rows) {
          if (row.number !== entries + 1 || row.hash !== chained(head, account, row)) {
            return { entries, ...(head === undefined ? {} : { head }), brokenAt: entries + 1 };
          }
          entries++;
          head = row.hash;
        }
        if (rows.length < 1000) return { entries, ...(head === undefined ? {} : { head }) };
      }
    },
  };

  async function settleGone(account: AccountId, before: number): Promise<void> {
    const gone = await db
      .selectFrom("audit_pending")
      .select("id")
      .where("account_id", "=", account)
      .where("at", "<", before)
      .limit(100)
      .execute();
    for (const { id } of gone) {
      await db.transaction().execute(async (step) => {
        const intentRow = await take(step, id);
        if (intentRow) await append(step, intentRow, "unknown");
      });
    }
  }
}

async function take(step: Transaction<Tables>, id: string): Promise<AuditIntent | undefined> {
  const row = await step.deleteFrom("audit_pending").where("id", "=", id).returning(["id", "entry"]).executeTakeFirst();
  return row && parseIntent(row).entry;
}

async function append(step: Transaction<Tables>, intent: AuditIntent, outcome: AuditOutcome): Promise<void> {
  const { accountId, at, actor, action } = intent;
  await lockAccount(step, accountId);
  const last = await step
    .selectFrom("audit_entries")
    .select(["number", "hash"])
    .where("account_id", "=", accountId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const entry = JSON.stringify({ ...intent, outcome });
  const hash = chained(last?.hash, accountId, { number, entry });
  await step
    .insertInto("audit_entries")
    .values({ account_id: accountId, number, at, actor, action, entry, hash })
    .execute();
}

const chained = (
  before: string | undefined,
  account: AccountId,
  { number, entry }: { number: number; entry: string },
) => hash("sha256", JSON.stringify([before ?? "", account, number, entry]), "hex");

const intent = z.object({
  accountId: z.string().transform(asAccountId),
  projectId: z.string().transform(asProjectId).exactOptional(),
  at: z.number(),
  actor: z.string(),
  tokenId: z.string().exactOptional(),
  from: z.string(),
  requestId: z.string(),
  action: z.string(),
  what: z.string(),
  target: z.record(z.string(), z.string()).exactOptional(),
  fields: z.record(z.string(), z.unknown()).exactOptional(),
} satisfies Members<AuditIntent>);
const parseIntent = rowParser("audit_pending", { entry: json(intent) });
const parseEntry = rowParser(
  "audit_entries",
  { entry: json(intent.extend({ outcome: z.enum(auditOutcomes) })) },
  "number",
);
