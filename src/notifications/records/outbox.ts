import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { changeLeased, claimLeases, isNoneOf, rowParser } from "../../storage/service.ts";
import { type Delivery, deliveryKinds, deliveryStates } from "../delivery.ts";
import type { Outbox } from "../ports/notifications.ts";
import { parseEvent } from "./stored-event.ts";

const sending = { table: "deliveries", state: "sending" } as const;

export function createOutbox(db: Kysely<Tables>): Outbox {
  return {
    async claim({ maxEvents, exceptChannels = [], id, ...wanted }) {
      const isFree = isNoneOf("channel_id", exceptChannels);
      const rows = await claimLeases(db, sending, {
        ...wanted,
        where: id === undefined ? isFree : sql`id = ${id} and ${isFree}`,
        orderBy: ["due_at", "id"],
        // An attempt whose process vanished after `begin` counts as unconfirmed.
        set: { unconfirmed: sql`unconfirmed + started`, started: 0 },
      });
      return Promise.all(
        rows.map(async (row) => ({ ...deliveryOf(row), epoch: row.epoch, ...(await eventsOf(row.id)) })),
      );

      async function eventsOf(delivery: string) {
        const of = db.selectFrom("notification_events").where("delivery_id", "=", delivery);
        const rows = await of
          .select(["id", "event"])
          .orderBy("severity_rank")
          .orderBy("at", "desc")
          .orderBy("id")
          .limit(maxEvents)
          .execute();
        const { count } = await of.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
        return { events: rows.map((row) => parseEvent(row).event), eventCount: count };
      }
    },

    begin: async (delivery) => (await changeLeased(db, sending, delivery, { started: 1 })) !== undefined,

    settle: (delivery, settled, { at, holdChannelUntil }) =>
      db.transaction().execute(async (step) => {
        const over = settled.state === "ready" ? null : at;
        const row = await changeLeased(step, sending, delivery, {
          state: settled.state,
          lease_until: 0,
          started: 0,
          over_at: over,
          problem: settled.state === "sent" ? null : settled.problem,
          ...(settled.state === "sent" ? {} : { unconfirmed: settled.unconfirmed }),
          ...(settled.state === "ready" ? { due_at: settled.dueAt } : {}),
        });
        if (!row) return false;
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

const parse = rowParser("deliveries", { kind: z.enum(deliveryKinds), state: z.enum(deliveryStates) });

export function deliveryOf(row: Selectable<Tables["deliveries"]>): Delivery {
  const { kind, state } = parse(row);
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
