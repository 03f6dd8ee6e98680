import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import { asModelId, asProjectId } from "../../platform/ids.ts";
import { canonicalJson, type JsonValue } from "../../platform/json/json.ts";
import type { Tables } from "../../storage/index.ts";
import { json, newestFirst, removeRow, rowParser } from "../../storage/service.ts";
import type { ModelStore } from "../ports/testing-stores.ts";
import type { RegisteredModel } from "../registered-model.ts";
import { storedDefinition } from "./stored-definition.ts";

export function createModelStore(db: Kysely<Tables>): ModelStore {
  return {
    async list(project, page) {
      const query = versions(db)
        .where("project_id", "=", project)
        .whereRef("model_versions.version", "=", "models.version");
      const found = await newestFirst(query, page, "models");
      return { ...found, items: found.items.map(modelOf) };
    },

    get: (project, key, version) => find(db, project, key, version),

    async versions(project, id) {
      const rows = await versions(db)
        .where("project_id", "=", project)
        .where("models.id", "=", id)
        .orderBy("model_versions.version", "desc")
        .execute();
      return rows.map(modelOf);
    },

    register: (model, update) =>
      db.transaction().execute(async (step) => {
        const { numInsertedOrUpdatedRows } = await step
          .insertInto("models")
          .values({
            id: model.id,
            project_id: model.projectId,
            name: model.name,
            version: 1,
            created_at: model.createdAt,
          })
          .onConflict((conflict) => conflict.columns(["project_id", "name"]).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 1n) return { kind: "registered", model: await addVersion(step, model, 1) };
        const known = await find(step, model.projectId, model.name);
        if (!known) throw new Failure("defect", "a model that is there cannot be read");
        if (sameAs(known, model)) return { kind: "known", model: known };
        if (!update) return { kind: "differs", model: known };
        const next = { ...model, id: known.id };
        await step
          .updateTable("models")
          .set({ version: known.version + 1 })
          .where("id", "=", known.id)
          .execute();
        return { kind: "registered", model: await addVersion(step, next, known.version + 1) };
      }),

    remove: (project, id) => removeRow(db, "models", project, id),
  };
}

const versions = (db: Kysely<Tables>) =>
  db
    .selectFrom("models")
    .innerJoin("model_versions", "model_versions.model_id", "models.id")
    .select([
      "models.id",
      "models.project_id",
      "models.name",
      "models.created_at",
      "model_versions.version",
      "model_versions.definition",
      "model_versions.tags",
      "model_versions.created_at as made_at",
    ]);

type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>["executeTakeFirstOrThrow"]>>;

async function find(
  db: Kysely<Tables>,
  project: string,
  key: string,
  version?: number,
): Promise<RegisteredModel | undefined> {
  const named = versions(db)
    .where("project_id", "=", project)
    .where((column) => column.or([column("models.id", "=", key), column("models.name", "=", key)]));
  const rows = await (version === undefined
    ? named.whereRef("model_versions.version", "=", "models.version")
    : named.where("model_versions.version", "=", version)
  ).execute();
  const row = rows.find(({ id }) => id === key) ?? rows[0];
  return row && modelOf(row);
}

async function addVersion(
  step: Transaction<Tables>,
  model: Omit<RegisteredModel, "version">,
  version: number,
): Promise<RegisteredModel> {
  await step
    .insertInto("model_versions")
    .values({
      model_id: model.id,
      version,
      definition: JSON.stringify(model.definition),
      tags: JSON.stringify(model.tags),
      created_at: model.createdAt,
    })
    .execute();
  return { ...model, version };
}

function sameAs(known: RegisteredModel, given: Pick<RegisteredModel, "definition" | "tags">): boolean {
  const text = ({ definition, tags }: Pick<RegisteredModel, "definition" | "tags">) =>
    canonicalJson([definition as unknown as JsonValue, tags]);
  return text(known) === text(given);
}

const parse = rowParser("model_versions", { definition: json(storedDefinition), tags: json(z.array(z.string())) });

function modelOf(row: VersionRow): RegisteredModel {
  return {
    id: asModelId(row.id),
    projectId: asProjectId(row.project_id),
    name: row.name,
    version: row.version,
    ...parse(row),
    createdAt: row.made_at,
  };
}
