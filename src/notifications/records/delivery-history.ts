import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../../storage/index.ts";
import { findRow, newestFirst } from "../../storage/service.ts";
import type { DeliveryBacklog, DeliveryHistory, DeliveryRecord } from "../ports/notifications.ts";
import { deliveryOf } from "./outbox.ts";
import { parseMonitorEvent } from "./stored-event.ts";

const named = 20;

export function createDeliveryBacklog(db: Kysely<Tables>): DeliveryBacklog {
  return {
    async due(project, now) {
      const waits = sql<boolean>`(state in ('ready', 'sending') and (due_at <= ${now} or attempts > 0))`;
      const ofProject = project === undefined ? sql<boolean>`1 = 1` : sql<boolean>`project_id = ${project}`;
      const { count, oldest } = await db
        .selectFrom("deliveries")
        .select(({ fn }) => [
          fn.countAll<number>().as("count"),
          sql<number | null>`min(coalesce(first_attempt_at, due_at))`.as("oldest"),
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

export function createDeliveryHistory(db: Kysely<Tables>): DeliveryHistory {
  return {
    async list(project, { states, channelId }, page) {
      let query = db.selectFrom("deliveries").selectAll().where("project_id", "=", project);
      if (states) query = query.where("state", "in", states);
      if (channelId !== undefined) query = query.where("channel_id", "=", channelId);
      const found = await newestFirst(query, page);
      return { ...found, items: await Promise.all(found.items.map(withEvents)) };
    },

    async get(project, id) {
      const row = await findRow(db, "deliveries", project, id);
      return row && withEvents(row);
    },

    async countFailed(project, problems) {
      const rows = await db
        .selectFrom("deliveries")
        .select(({ fn }) => ["channel_id", "recipient", fn.countAll<number>().as("count")])
        .where("project_id", "=", project)
        .where("state", "=", "failed")
        .where("problem", "in", problems)
        .groupBy(["channel_id", "recipient"])
        .execute();
      return rows.flatMap(({ channel_id: channelId, recipient, count }) =>
        recipient === null ? [] : [{ channelId, recipient, count }],
      );
    },
  };

  async function withEvents(row: Selectable<Tables["deliveries"]>): Promise<DeliveryRecord> {
    const of = db.selectFrom("notification_events").where("delivery_id", "=", row.id);
    const events = await of
      .select(["id", "issue_number", "event"])
      .orderBy("severity_rank")
      .orderBy("at", "desc")
      .limit(named)
      .execute();
    const { count } = await of.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    return {
      ...deliveryOf(row),
      issueNumbers: events.flatMap(({ issue_number }) => issue_number ?? []),
      monitors: events.flatMap((row) => (row.issue_number === null ? parseMonitorEvent(row).event : [])),
      eventCount: count,
    };
  }
}
