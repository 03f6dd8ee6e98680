import type { Kysely, Selectable } from "kysely";
import type { PrivacyRules } from "../../datapoints/index.ts";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { recordChange } from "../../storage/service.ts";
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

/** Only `set` writes rules, after the API's validation, so their shape is trusted. */
const privacyOf = ({ rules, retention_days }: Selectable<Tables["privacy"]>): ProjectPrivacy => ({
  ...(rules === null ? {} : { rules: JSON.parse(rules) as PrivacyRules }),
  ...(retention_days === null ? {} : { retentionDays: retention_days }),
});
