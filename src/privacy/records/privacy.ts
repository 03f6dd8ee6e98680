import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { type PrivacyRules, type RedactionPattern, redactionKinds } from "../../datapoints/index.ts";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { json, type Members, recordChange, rowParser } from "../../storage/service.ts";
import type { PrivacyStore, ProjectPrivacy } from "../ports/privacy.ts";

export function createPrivacyStore(db: Kysely<Tables>): PrivacyStore {
  return {
    async get(project) {
      const row = await db.selectFrom("privacy").selectAll().where("project_id", "=", project).executeTakeFirst();
      return row ? privacyOf(row) : {};
    },

    async set(project, { rules, retentionDays }, at) {
      const row = {
        rules: rules === undefined ? null : JSON.stringify(rules),
        retention_days: retentionDays ?? null,
        updated_at: at,
      };
      await db.transaction().execute(async (step) => {
        await step
          .insertInto("privacy")
          .values({ project_id: project, ...row })
          .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
          .execute();
        await recordChange(step, "privacy", project);
      });
    },

    async all(projects) {
      const every = db.selectFrom("privacy").selectAll();
      const rows = await (projects ? every.where("project_id", "in", projects) : every).execute();
      return new Map(rows.map((row) => [asProjectId(row.project_id), privacyOf(row)]));
    },
  };
}

const storedRules: z.ZodType<PrivacyRules> = z.object({
  kinds: z.array(z.enum(redactionKinds)),
  patterns: z.array(z.object({ name: z.string(), pattern: z.string() } satisfies Members<RedactionPattern>)),
  content: z.enum(["stored", "dropped"]),
} satisfies Members<PrivacyRules>);
const parse = rowParser("privacy", { rules: json(storedRules).nullable() }, "project_id");

function privacyOf(row: Selectable<Tables["privacy"]>): ProjectPrivacy {
  const { rules } = parse(row);
  return {
    ...(rules === null ? {} : { rules }),
    ...(row.retention_days === null ? {} : { retentionDays: row.retention_days }),
  };
}
