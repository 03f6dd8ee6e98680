import { type Kysely, type Selectable, sql } from "kysely";
import type { Schema } from "../../app/records/schema.ts";
import { newestFirst } from "../../storage/records/newest-first.ts";
import type { DeliveryBacklog, DeliveryHistory, DeliveryRecord } from "../ports/notifications.ts";
import type { ToldMonitor } from "../told.ts";
import { deliveryOf } from "./outbox.ts";

const named = 20;

export function createDeliveryBacklog(db: Kysely<Schema>): DeliveryBacklog {
  return {
    async due(project, now) {
      const waits = sql<boolean>`(state in ('ready', 'sending') and (due_at <= ${now} or tries > 0))`;
      const ofProject = project === undefined ? sql<boolean>`1 = 1` : sql<boolean>`project_id = ${project}`;
      const { count, oldest } = await db
        .selectFrom("deliveries")
        .select(({ fn }) => [
          fn.countAll<number>().as("count"),
          sql<number | null>`min(coalesce(first_tried_at, due_at))`.as("oldest"),
        ])
        .where(ofProject)
        .where(waits)
        .executeTakeFirstOrThrow();
      const stuck = await db
        .selectFrom("deliveries")
        .select("problem")
        .where(ofProject)
        .where("state", "in", ["ready", "sending"])
        .where("problem", "is not", null)
        .orderBy("due_at", "desc")
        .limit(1)
        .executeTakeFirst();
      const problem = stuck?.problem ?? undefined;
      return { count, ...(oldest === null ? {} : { oldestAt: oldest }), ...(problem === undefined ? {} : { problem }) };
    },
  };
}

export function createDeliveryHistory(db: Kysely<Schema>): DeliveryHistory {
  return {
    async list(project, { states, channelId }, page) {
      let query = db.selectFrom("deliveries").selectAll().where("project_id", "=", project);
      if (states) query = query.where("state", "in", states);
      if (channelId !== undefined) query = query.where("channel_id", "=", channelId);
      const found = await newestFirst(query, page);
      return { ...found, items: await Promise.all(found.items.map(withTold)) };
    },

    async get(project, id) {
      const row = await db
        .selectFrom("deliveries")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && withTold(row);
    },
  };

  async function withTold(row: Selectable<Schema["deliveries"]>): Promise<DeliveryRecord> {
    const of = db.selectFrom("notices").where("delivery_id", "=", row.id);
    const notices = await of
      .select(["issue_number", "told"])
      .orderBy("severity_rank")
      .orderBy("at", "desc")
      .limit(named)
      .execute();
    const { count } = await of.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    return {
      ...deliveryOf(row),
      issueNumbers: notices.flatMap(({ issue_number }) => issue_number ?? []),
      // Written by the transaction that decided it: its shape is trusted.
      monitors: notices.flatMap(({ issue_number, told }) =>
        issue_number === null ? (JSON.parse(told) as ToldMonitor) : [],
      ),
      toldCount: count,
    };
  }
}
