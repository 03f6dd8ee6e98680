import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import type { Tables } from "../../storage/index.ts";
import { removeRow, rowParser } from "../../storage/service.ts";
import type { ProxyChoiceStore, UpstreamStore } from "../ports/proxy-settings.ts";
import { dialects, type Upstream, type UpstreamAuth } from "../upstream.ts";

export function createUpstreamStore(db: Kysely<Tables>): UpstreamStore {
  return {
    async list(project) {
      const rows = await db
        .selectFrom("upstreams")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("id")
        .execute();
      return rows.map(upstreamOf);
    },

    async add(project, upstream) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("upstreams")
        .values({ project_id: project, ...rowOf(upstream) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    async replace(project, upstream) {
      const { numUpdatedRows } = await db
        .updateTable("upstreams")
        .set(rowOf(upstream))
        .where("project_id", "=", project)
        .where("id", "=", upstream.id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    remove: (project, id) => removeRow(db, "upstreams", project, id),
  };
}

export function createProxyChoiceStore(db: Kysely<Tables>): ProxyChoiceStore {
  return {
    async get(project) {
      const row = await db.selectFrom("proxy_choices").selectAll().where("project_id", "=", project).executeTakeFirst();
      if (!row) return {};
      return {
        ...(row.default_upstream === null ? {} : { defaultUpstream: row.default_upstream }),
        strict: row.strict === 1,
        includeUsage: row.include_usage === 1,
      };
    },

    async set(project, { defaultUpstream, strict, includeUsage }) {
      const row = {
        default_upstream: defaultUpstream ?? null,
        strict: strict ? 1 : 0,
        include_usage: includeUsage ? 1 : 0,
      };
      await db
        .insertInto("proxy_choices")
        .values({ project_id: project, ...row })
        .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
        .execute();
    },
  };
}

const rowOf = ({ id, baseUrl, auth, dialect, streamUsage }: Upstream) => ({
  id,
  base_url: baseUrl,
  auth: auth.kind,
  header: auth.kind === "header" ? auth.header : null,
  dialect: dialect ?? null,
  stream_usage: streamUsage === true ? 1 : null,
});

const parse = rowParser("upstreams", { dialect: z.enum(dialects).nullable() });

/** Only rowOf writes rows: the header is present when the kind is `header`. */
function upstreamOf(row: Selectable<Tables["upstreams"]>): Upstream {
  const { id, base_url, auth, header, stream_usage } = row;
  const { dialect } = parse(row);
  const known: UpstreamAuth =
    header === null ? { kind: auth === "none" ? "none" : "bearer" } : { kind: "header", header };
  return {
    id,
    baseUrl: base_url,
    auth: known,
    ...(dialect === null ? {} : { dialect }),
    ...(stream_usage === 1 ? { streamUsage: true } : {}),
  };
}
