import type { Kysely, Selectable, Transaction } from "kysely";
import { z } from "zod";
import { severities } from "../../datapoints/service.ts";
import { asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { json, type Members, recordChange, rowParser } from "../../storage/service.ts";
import { checkNeeds, checkSubjects } from "../check.ts";
import {
  afterStop,
  type CheckDefinition,
  type CheckVersion,
  type CustomCheck,
  type CustomOutput,
} from "../custom/custom-check.ts";
import type { CustomCheckFeed, CustomCheckStore } from "../ports/custom-checks.ts";

type Db = Kysely<Tables> | Transaction<Tables>;

export function createCustomCheckStore(db: Kysely<Tables>): CustomCheckStore & CustomCheckFeed {
  return {
    async all(projects) {
      const every = newest(db).orderBy("custom_checks.project_id").orderBy("custom_checks.name");
      const rows = await (projects ? every.where("custom_checks.project_id", "in", projects) : every).execute();
      return rows.map(checkOf);
    },

    async list(project) {
      const rows = await newest(db)
        .where("custom_checks.project_id", "=", project)
        .orderBy("custom_checks.name")
        .execute();
      return rows.map(checkOf);
    },

    get: (project, name) => find(db, project, name),

    add: (check, by) =>
      db.transaction().execute(async (step) => {
        const { numInsertedOrUpdatedRows } = await step
          .insertInto("custom_checks")
          .values({ ...rowOf(check), stops: "[]", created_at: check.createdAt })
          .onConflict((conflict) => conflict.columns(["project_id", "name"]).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        await step.insertInto("custom_check_versions").values(versionRow(check, by)).execute();
        await recordChange(step, "checks", check.projectId);
        return true;
      }),

    replace: (check, by) =>
      db.transaction().execute(async (step) => {
        const set = { ...rowOf(check), ...(check.off ? {} : { stops: "[]" }) };
        const own = step
          .updateTable("custom_checks")
          .set(set)
          .where("project_id", "=", check.projectId)
          .where("name", "=", check.name);
        const same = await own
          .where("number", "=", check.number)
          .where("version", "=", check.version)
          .executeTakeFirst();
        if (same.numUpdatedRows !== 1n) {
          const later = await own.where("number", "=", check.number - 1).executeTakeFirst();
          if (later.numUpdatedRows !== 1n) return false;
          await step.insertInto("custom_check_versions").values(versionRow(check, by)).execute();
        }
        await recordChange(step, "checks", check.projectId);
        return true;
      }),

    remove: (project, name) =>
      db.transaction().execute(async (step) => {
        const { numDeletedRows } = await step
          .deleteFrom("custom_checks")
          .where("project_id", "=", project)
          .where("name", "=", name)
          .executeTakeFirst();
        await step
          .deleteFrom("custom_check_versions")
          .where("project_id", "=", project)
          .where("name", "=", name)
          .execute();
        if (numDeletedRows !== 1n) return false;
        await recordChange(step, "checks", project);
        return true;
      }),

    async versions(project, name) {
      const rows = await versionsOf(db, project, name).orderBy("number", "desc").execute();
      return rows.map(versionOfRow);
    },

    async byVersion(project, name, version) {
      const row = await versionsOf(db, project, name)
        .where("version", "=", version)
        .orderBy("number", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && versionOfRow(row);
    },

    stopped: (project, name, at) =>
      db.transaction().execute(async (step) => {
        const row = await step
          .selectFrom("custom_checks")
          .select(["stops", "off_at"])
          .where("project_id", "=", project)
          .where("name", "=", name)
          .executeTakeFirst();
        if (!row || row.off_at !== null) return undefined;
        const { stops, off } = afterStop(parseStops({ name, ...row }).stops, at);
        await step
          .updateTable("custom_checks")
          .set({ stops: JSON.stringify(stops), ...(off ? { off_reason: off.reason, off_at: off.at } : {}) })
          .where("project_id", "=", project)
          .where("name", "=", name)
          .execute();
        if (!off) return undefined;
        const stopped = await find(step, project, name);
        await recordChange(step, "checks", project);
        return stopped;
      }),
  };
}

const newest = (db: Db) =>
  db
    .selectFrom("custom_checks")
    .innerJoin("custom_check_versions", (join) =>
      join
        .onRef("custom_check_versions.project_id", "=", "custom_checks.project_id")
        .onRef("custom_check_versions.name", "=", "custom_checks.name")
        .onRef("custom_check_versions.number", "=", "custom_checks.number"),
    )
    .selectAll("custom_checks")
    .select("custom_check_versions.definition");

const versionsOf = (db: Db, project: ProjectId, name: string) =>
  db.selectFrom("custom_check_versions").selectAll().where("project_id", "=", project).where("name", "=", name);

async function find(db: Db, project: ProjectId, name: string): Promise<CustomCheck | undefined> {
  const row = await newest(db)
    .where("custom_checks.project_id", "=", project)
    .where("custom_checks.name", "=", name)
    .executeTakeFirst();
  return row && checkOf(row);
}

const rowOf = (check: CustomCheck) => ({
  project_id: check.projectId,
  name: check.name,
  title: check.title,
  description: check.description,
  category: check.category,
  severity: check.severity,
  tags: JSON.stringify(check.tags),
  number: check.number,
  version: check.version,
  off_reason: check.off?.reason ?? null,
  off_at: check.off?.at ?? null,
  updated_at: check.updatedAt,
});

function versionRow(
  { projectId, name, number, version, body, output, judges, needs, updatedAt }: CustomCheck,
  by: string,
) {
  return {
    project_id: projectId,
    name,
    number,
    version,
    definition: JSON.stringify({ body, output, judges, needs }),
    created_by: by,
    created_at: updatedAt,
  };
}

const text = z.string();
const body = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("code"), source: text }),
  z.object({ kind: z.literal("judge"), prompt: text }),
  z.object({ kind: z.literal("policy"), rules: z.array(text) }),
]);
type Score = Extract<CustomOutput, { type: "score" }>;
const output = z.discriminatedUnion("type", [
  z.object({ type: z.literal("boolean"), passWhen: z.boolean() }),
  z.object({
    type: z.literal("score"),
    min: z.number(),
    max: z.number(),
    passFrom: z.number().exactOptional(),
    passTo: z.number().exactOptional(),
  } satisfies Members<Score>),
  z.object({ type: z.literal("category"), categories: z.array(text), passing: z.array(text) }),
]);
const definition: z.ZodType<CheckDefinition> = z.object({
  body,
  output,
  judges: z.enum(checkSubjects),
  needs: z.array(z.enum(checkNeeds)),
} satisfies Members<CheckDefinition>);

const parseVersion = rowParser("custom_check_versions", { definition: json(definition) }, "name");
const parseStops = rowParser("custom_checks", { stops: json(z.array(z.number())) }, "name");
const parse = rowParser("custom_checks", { severity: z.enum(severities), tags: json(z.array(text)) }, "name");

function versionOfRow(row: Selectable<Tables["custom_check_versions"]>): CheckVersion {
  return {
    number: row.number,
    version: row.version,
    ...parseVersion(row),
    createdAt: row.created_at,
    by: row.created_by,
  };
}

function checkOf(row: Selectable<Tables["custom_checks"]> & { readonly definition: string }): CustomCheck {
  return {
    ...parseVersion(row).definition,
    projectId: asProjectId(row.project_id),
    name: row.name,
    title: row.title,
    description: row.description,
    category: row.category,
    ...parse(row),
    number: row.number,
    version: row.version,
    ...(row.off_reason === null || row.off_at === null ? {} : { off: { reason: row.off_reason, at: row.off_at } }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
