import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { isSealed, type SealedBox } from "../../platform/crypto/sealed-box.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { json, removeRow, rowParser } from "../../storage/service.ts";
import { builtInEmail, type Channel, type ChannelTarget } from "../channel.ts";
import type { ChannelStore } from "../ports/notifications.ts";

export function createChannelStore(db: Kysely<Tables>, box: SealedBox): ChannelStore {
  const store: ChannelStore = {
    async list(project) {
      const rows = await db
        .selectFrom("channels")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return [builtInEmail(project), ...rows.map((row) => opened(channelOf(row), box))];
    },

    async get(project, id) {
      return (await store.list(project)).find((channel) => channel.id === id);
    },

    async add(channel) {
      await db
        .insertInto("channels")
        .values(rowOfChannel(sealed(channel, box)))
        .execute();
    },

    async replace(channel) {
      const { numUpdatedRows } = await db
        .updateTable("channels")
        .set(rowOfChannel(sealed(channel, box)))
        .where("project_id", "=", channel.projectId)
        .where("id", "=", channel.id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    remove: (project, id) => removeRow(db, "channels", project, id),

    async disable(project, id, reason) {
      await db
        .updateTable("channels")
        .set({ disabled_reason: reason })
        .where("project_id", "=", project)
        .where("id", "=", id)
        .where("disabled_reason", "is", null)
        .execute();
    },
  };
  return store;
}

const opened = (channel: Channel, box: SealedBox) => ({
  ...channel,
  target: mapSecrets(channel.target, (secret) => box.open(secret, boundTo(channel))),
});

/** Seals the channel's secrets, and reseals those sealed with an older key. */
export const sealed = (channel: Channel, box: SealedBox): Channel => ({
  ...channel,
  target: mapSecrets(channel.target, (secret) =>
    box.seal(isSealed(secret) ? box.open(secret, boundTo(channel)) : secret, boundTo(channel)),
  ),
});

/** Returns whether every secret of the channel is sealed with the newest key. */
export function isFreshlySealed({ target }: Channel, box: SealedBox): boolean {
  let fresh = true;
  mapSecrets(target, (secret) => {
    fresh &&= box.isFresh(secret);
    return secret;
  });
  return fresh;
}

const boundTo = ({ projectId, id }: Channel) => `channel ${projectId} ${id}`;

function mapSecrets(target: ChannelTarget, change: (secret: string) => string): ChannelTarget {
  switch (target.kind) {
    case "email":
      return target;
    case "slack_webhook":
      return { ...target, url: change(target.url) };
    case "slack_app":
      return { ...target, token: change(target.token) };
    case "webhook":
      return { ...target, url: change(target.url), secrets: target.secrets.map(change) };
    default:
      return unreachable(target);
  }
}

export function rowOfChannel(channel: Channel): Tables["channels"] {
  return {
    id: channel.id,
    project_id: channel.projectId,
    name: channel.name,
    target: JSON.stringify(channel.target),
    shows_dialog: channel.showsDialog ? 1 : 0,
    disabled_reason: channel.disabledReason ?? null,
    created_at: channel.createdAt,
    updated_at: channel.updatedAt,
  };
}

const target: z.ZodType<ChannelTarget> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("email"), to: z.union([z.literal("account"), z.array(z.string())]) }),
  z.object({ kind: z.literal("slack_webhook"), url: z.string() }),
  z.object({ kind: z.literal("slack_app"), token: z.string(), conversation: z.string() }),
  z.object({ kind: z.literal("webhook"), url: z.string(), secrets: z.array(z.string()) }),
]);
const parse = rowParser("channels", { target: json(target) });

/** Reads a row without opening its secrets. */
export function channelOf(row: Selectable<Tables["channels"]>): Channel {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    name: row.name,
    ...parse(row),
    showsDialog: row.shows_dialog === 1,
    ...(row.disabled_reason === null ? {} : { disabledReason: row.disabled_reason }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
