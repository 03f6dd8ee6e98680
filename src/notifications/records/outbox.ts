import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Schema } from "../../app/records/schema.ts";
import { asProjectId } from "../../platform/ids.ts";
import { type Delivery, deliveryKinds, deliveryStates, type Leased } from "../delivery.ts";
import type { Claim, Outbox } from "../ports/notifications.ts";
import type { Told } from "../told.ts";

export function createOutbox(db: Kysely<Schema>): Outbox {
  return {
    async claim(wanted) {
      const rows = await claimRows(db, wanted);
      return Promise.all(
        rows.map(async (row) => ({ ...deliveryOf(row), epoch: row.epoch, ...(await toldIn(row.id)) })),
      );

      async function toldIn(delivery: string) {
        const of = db.selectFrom("notices").where("delivery_id", "=", delivery);
        const told = await of
          .select("told")
          .orderBy("severity_rank")
          .orderBy("at", "desc")
          .orderBy("id")
          .limit(wanted.toldLimit)
          .execute();
        const { count } = await of.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
        // Written by the transaction that decided it: its shape is trusted.
        return { told: told.map((row) => JSON.parse(row.told) as Told), toldCount: count };
      }
    },

    async begin(delivery) {
      const { numUpdatedRows } = await held(db, delivery).set({ begun: 1 }).executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    settle: (delivery, settled, { at, holdChannelUntil }) =>
      db.transaction().execute(async (step) => {
        const over = settled.state === "ready" ? null : at;
        const { numUpdatedRows } = await held(step, delivery)
          .set({
            state: settled.state,
            lease_until: 0,
            begun: 0,
            over_at: over,
            problem: settled.state === "sent" ? null : settled.problem,
            ...(settled.state === "sent" ? {} : { unconfirmed: settled.unconfirmed }),
            ...(settled.state === "ready" ? { due_at: settled.dueAt } : {}),
          })
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        if (holdChannelUntil !== undefined) {
          await step
            .updateTable("deliveries")
            .set({ due_at: holdChannelUntil })
            .where("project_id", "=", delivery.projectId)
            .where("channel_id", "=", delivery.channelId)
            .where("state", "=", "ready")
            .where("due_at", "<", holdChannelUntil)
            .execute();
        }
        return true;
      }),

    async addTest({ id, projectId, channelId, recipient }, at) {
      const row = { id, project_id: projectId, channel_id: channelId, recipient: recipient ?? null };
      const fresh = { tries: 0, first_tried_at: null, unconfirmed: 0, problem: null, over_at: null, epoch: 0 };
      await db
        .insertInto("deliveries")
        .values({
          ...row,
          ...fresh,
          kind: "test",
          state: "ready",
          due_at: at,
          created_at: at,
          lease_until: 0,
          begun: 0,
        })
        .execute();
    },

    async prune(before) {
      const { numDeletedRows } = await db.deleteFrom("deliveries").where("over_at", "<", before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/**
 * One statement, so that two claimers never get the same row: whoever comes second waits for the row and then finds it
 * no longer due. A try whose holder vanished after `begin` counts as unconfirmed.
 */
function claimRows(db: Kysely<Schema>, { now, leaseMs, limit, exceptChannels = [], id }: Claim) {
  const isDue = sql<boolean>`((state = 'ready' and due_at <= ${now}) or (state = 'sending' and lease_until <= ${now}))`;
  return db
    .updateTable("deliveries")
    .set({
      state: "sending",
      epoch: sql<number>`epoch + 1`,
      lease_until: now + leaseMs,
      tries: sql<number>`tries + 1`,
      first_tried_at: sql<number>`coalesce(first_tried_at, ${now})`,
      unconfirmed: sql<number>`unconfirmed + begun`,
      begun: 0,
    })
    .where(isDue)
    .where("id", "in", (inner) => {
      let due = inner.selectFrom("deliveries").select("id").where(isDue);
      if (exceptChannels.length > 0) due = due.where("channel_id", "not in", exceptChannels);
      if (id !== undefined) due = due.where("id", "=", id);
      return due.orderBy("due_at").orderBy("id").limit(limit);
    })
    .returningAll()
    .execute();
}

const held = (db: Kysely<Schema>, { id, epoch }: Leased) =>
  db.updateTable("deliveries").where("id", "=", id).where("epoch", "=", epoch).where("state", "=", "sending");

const Words = z.object({ kind: z.enum(deliveryKinds), state: z.enum(deliveryStates) });

export function deliveryOf(row: Selectable<Schema["deliveries"]>): Delivery {
  const { kind, state } = Words.parse(row);
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    channelId: row.channel_id,
    ...(row.recipient === null ? {} : { recipient: row.recipient }),
    kind,
    state,
    dueAt: row.due_at,
    createdAt: row.created_at,
    tries: row.tries,
    ...(row.first_tried_at === null ? {} : { firstTriedAt: row.first_tried_at }),
    unconfirmed: row.unconfirmed,
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(state === "sent" && row.over_at !== null ? { sentAt: row.over_at } : {}),
  };
}
