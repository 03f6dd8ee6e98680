import type { Kysely, Selectable } from "kysely";
import { builtInEmail, type Channel } from "../../domain/channel.ts";
import { asProjectId } from "../../domain/ids.ts";
import type { ChannelStore } from "../../ports/notifications.ts";
import type { Schema } from "./schema.ts";

export function createChannelStore(db: Kysely<Schema>): ChannelStore {
  const store: ChannelStore = {
    async list(project) {
      const rows = await db
        .selectFrom("channels")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return [builtInEmail(project), ...rows.map(channelOf)];
    },

    async get(project, id) {
      return (await store.list(project)).find((channel) => channel.id === id);
    },

    async add(channel) {
      await db.insertInto("channels").values(rowOfChannel(channel)).execute();
    },

    async replace(channel) {
      const { numUpdatedRows } = await db
        .updateTable("channels")
        .set(rowOfChannel(channel))
        .where("project_id", "=", channel.projectId)
        .where("id", "=", channel.id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async remove(project, id) {
      const { numDeletedRows } = await db
        .deleteFrom("channels")
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async disable(project, id, because) {
      await db
        .updateTable("channels")
        .set({ disabled_because: because })
        .where("project_id", "=", project)
        .where("id", "=", id)
        .where("disabled_because", "is", null)
        .execute();
    },
  };
  return store;
}

function rowOfChannel(channel: Channel): Schema["channels"] {
  return {
    id: channel.id,
    project_id: channel.projectId,
    name: channel.name,
    target: JSON.stringify(channel.target),
    shows_dialog: channel.showsDialog ? 1 : 0,
    disabled_because: channel.disabledBecause ?? null,
    created_at: channel.createdAt,
    updated_at: channel.updatedAt,
  };
}

/** The target was written by rowOfChannel alone, behind the API's schema: its shape is trusted. */
export function channelOf(row: Selectable<Schema["channels"]>): Channel {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    name: row.name,
    target: JSON.parse(row.target) as Channel["target"],
    showsDialog: row.shows_dialog === 1,
    ...(row.disabled_because === null ? {} : { disabledBecause: row.disabled_because }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
