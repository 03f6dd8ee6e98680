import type { Kysely } from "kysely";
import { z } from "zod";
import { asDatapointId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { rowParser } from "../../storage/service.ts";
import type { VerdictLabelStore } from "../ports/custom-checks.ts";
import { type VerdictLabel, verdictLabels } from "../verdicts/check-run.ts";

const parse = rowParser("verdict_labels", { label: z.enum(verdictLabels) }, "datapoint_id");

export function createVerdictLabelStore(db: Kysely<Tables>): VerdictLabelStore {
  return {
    async put(project, { datapointId, check, version, verdict, label, note, by, at }) {
      const row = { check_version: version, verdict, label, note: note ?? null, labeled_by: by, labeled_at: at };
      await db
        .insertInto("verdict_labels")
        .values({ project_id: project, datapoint_id: datapointId, check_name: check, ...row })
        .onConflict((conflict) => conflict.columns(["project_id", "check_name", "datapoint_id"]).doUpdateSet(row))
        .execute();
    },

    async remove(project, check, datapoint) {
      const { numDeletedRows } = await db
        .deleteFrom("verdict_labels")
        .where("project_id", "=", project)
        .where("check_name", "=", check)
        .where("datapoint_id", "=", datapoint)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async list(project, check, datapoint) {
      const rows = await db
        .selectFrom("verdict_labels")
        .selectAll()
        .where("project_id", "=", project)
        .$if(check !== undefined, (query) => query.where("check_name", "=", check ?? ""))
        .$if(datapoint !== undefined, (query) => query.where("datapoint_id", "=", datapoint ?? ""))
        .orderBy("labeled_at", "desc")
        .orderBy("datapoint_id")
        .limit(10_000)
        .execute();
      return rows.map(
        (row): VerdictLabel => ({
          datapointId: asDatapointId(row.datapoint_id),
          check: row.check_name,
          version: row.check_version,
          verdict: row.verdict,
          ...parse(row),
          ...(row.note === null ? {} : { note: row.note }),
          by: row.labeled_by,
          at: row.labeled_at,
        }),
      );
    },
  };
}
