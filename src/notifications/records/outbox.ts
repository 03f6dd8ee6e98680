import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/records/tables.ts";
import { type Delivery, deliveryKinds, deliveryStates, type Leased } from "../delivery.ts";
import type { NotificationEvent } from "../notification-event.ts";
import type { Claim, Outbox } from "../ports/notifications.ts";

export function createOutbox(db: Kysely<Tables>): Outbox {
  return {
    async claim(wanted) {
      const rows = await claimRows(db, wanted);
      return Promise.all(
        rows.map(async (row) => ({ ...deliveryOf(row), epoch: row.epoch, ...(await eventsOf(row.id)) })),
      );

      async function eventsOf(delivery: string) {
        const of = db.selectFrom("notification_events").where("delivery_id", "=", delivery);
        const rows = await of
          .select("event")
          .orderBy("severity_rank")
          .orderBy("at", "desc")
          .orderBy("id")
          .limit(wanted.maxEvents)
          .execute();
        const { count } = await of.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
        // Only the transaction that decided the event writes this JSON, so its shape is trusted.
        return { events: rows.map((row) => JSON.parse(row.event) as NotificationEvent), eventCount: count };
      }
    },

    async begin(delivery) {
      const { numUpdatedRows } = await leased(db, delivery).set({ started: 1 }).executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    settle: (delivery, settled, { at, holdChannelUntil }) =>
      db.transaction().execute(async (step) => {
        const over = settled.state === "ready" ? null : at;
        const { numUpdatedRows } = await leased(step, delivery)
          .set({
            state: settled.state,
            lease_until: 0,
            started: 0,
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
      const fresh = { attempts: 0, first_attempt_at: null, unconfirmed: 0, problem: null, over_at: null, epoch: 0 };
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
          started: 0,
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
 * Claims in one statement, so that two claimers never get the same row: the second waits for the row and then
 * finds it no longer due. An attempt whose process vanished after `begin` counts as unconfirmed.
 */
function claimRows(db: Kysely<Tables>, { now, leaseMs, limit, exceptChannels = [], id }: Claim) {
  const isDue = sql<boolean>`((state = 'ready' and due_at <= ${now}) or (state = 'sending' and lease_until <= ${now}))`;
  return db
    .updateTable("deliveries")
    .set({
      state: "sending",
      epoch: sql<number>`epoch + 1`,
      lease_until: now + leaseMs,
      attempts: sql<number>`attempts + 1`,
      first_attempt_at: sql<number>`coalesce(first_attempt_at, ${now})`,
      unconfirmed: sql<number>`unconfirmed + started`,
      started: 0,
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

const leased = (db: Kysely<Tables>, { id, epoch }: Leased) =>
  db.updateTable("deliveries").where("id", "=", id).where("epoch", "=", epoch).where("state", "=", "sending");

const Words = z.object({ kind: z.enum(deliveryKinds), state: z.enum(deliveryStates) });

export function deliveryOf(row: Selectable<Tables["deliveries"]>): Delivery {
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
    attempts: row.attempts,
    ...(row.first_attempt_at === null ? {} : { firstTriedAt: row.first_attempt_at }),
    unconfirmed: row.unconfirmed,
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(state === "sent" && row.over_at !== null ? { sentAt: row.over_at } : {}),
  };
}
