import type { Kysely, Selectable, Transaction } from "kysely";
import { z } from "zod";
import { asDatapointId, asProjectId, asScenarioSetId, asTestRunId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { anyJson, json, type Members, newestFirst, removeRow, rowParser } from "../../storage/service.ts";
import type { ScenarioStore } from "../ports/testing-stores.ts";
import type { ScenarioOrigin, ScenarioRow, ScenarioSet } from "../scenario.ts";

export function createScenarioStore(db: Kysely<Tables>): ScenarioStore {
  return {
    async list(project, page) {
      const found = await newestFirst(
        db.selectFrom("scenario_sets").selectAll().where("project_id", "=", project),
        page,
      );
      return { ...found, items: found.items.map(setOf) };
    },

    async get(project, key) {
      const rows = await db
        .selectFrom("scenario_sets")
        .selectAll()
        .where("project_id", "=", project)
        .where((column) => column.or([column("id", "=", key), column("name", "=", key)]))
        .execute();
      const row = rows.find(({ id }) => id === key) ?? rows[0];
      return row && setOf(row);
    },

    add: (set, rows) =>
      db.transaction().execute(async (step) => {
        const { numInsertedOrUpdatedRows } = await step
          .insertInto("scenario_sets")
          .values(rowOf(set))
          .onConflict((conflict) => conflict.columns(["project_id", "name"]).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        await insertRows(step, set, rows);
        return true;
      }),

    replace: (set, rows) =>
      db.transaction().execute(async (step) => {
        const duplicate = await step
          .selectFrom("scenario_sets")
          .select("id")
          .where("project_id", "=", set.projectId)
          .where("name", "=", set.name)
          .where("id", "!=", set.id)
          .executeTakeFirst();
        if (duplicate) return false;
        const { numUpdatedRows } = await step
          .updateTable("scenario_sets")
          .set(rowOf(set))
          .where("project_id", "=", set.projectId)
          .where("id", "=", set.id)
          .where("version", "=", rows ? set.version - 1 : set.version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        if (rows) await insertRows(step, set, rows);
        return true;
      }),

    async rows(set, version, from, limit) {
      const rows = await db
        .selectFrom("scenario_rows")
        .selectAll()
        .where("set_id", "=", set)
        .where("version", "=", version)
        .where("number", ">=", from)
        .orderBy("number")
        .limit(limit)
        .execute();
      return rows.map(scenarioOf);
    },

    async countWithoutResult(set, version) {
      const { count } = await db
        .selectFrom("scenario_rows")
        .select((column) => column.fn.countAll().as("count"))
        .where("set_id", "=", set)
        .where("version", "=", version)
        .where("result", "=", "null")
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    remove: (project, id) => removeRow(db, "scenario_sets", project, id),
  };
}

/** Inserts in batches, below the parameter limit of both databases. */
async function insertRows(step: Transaction<Tables>, set: ScenarioSet, rows: readonly ScenarioRow[]): Promise<void> {
  const atOnce = 500;
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows.slice(from, from + atOnce).map(({ id, input, result, origin }, index) => ({
      set_id: set.id,
      version: set.version,
      number: from + index,
      id,
      input: JSON.stringify(input),
      result: JSON.stringify(result),
      origin: JSON.stringify(origin),
      datapoint_id: origin.datapointId ?? null,
    }));
    await step.insertInto("scenario_rows").values(values).execute();
  }
}

const text = z.string().exactOptional();
const origin = z.object({
  seedId: text,
  generator: text,
  datapointId: z.string().transform(asDatapointId).exactOptional(),
  testRunId: z.string().transform(asTestRunId).exactOptional(),
} satisfies Members<ScenarioOrigin>);
export const scenarioColumns = { input: json(anyJson), origin: json(origin) };
const parseRow = rowParser("scenario_rows", { ...scenarioColumns, result: json(anyJson) });
const parse = rowParser("scenario_sets", { tags: json(z.array(z.string())) });

const scenarioOf = (row: Selectable<Tables["scenario_rows"]>): ScenarioRow => ({ id: row.id, ...parseRow(row) });

const rowOf = (set: ScenarioSet) => ({
  id: set.id,
  project_id: set.projectId,
  name: set.name,
  version: set.version,
  row_count: set.rows,
  tags: JSON.stringify(set.tags),
  created_at: set.createdAt,
  updated_at: set.updatedAt,
});

function setOf(row: Selectable<Tables["scenario_sets"]>): ScenarioSet {
  return {
    id: asScenarioSetId(row.id),
    projectId: asProjectId(row.project_id),
    name: row.name,
    version: row.version,
    rows: row.row_count,
    ...parse(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
