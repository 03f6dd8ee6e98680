import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { asProjectId } from "../../platform/ids.ts";
import { hostOf } from "../../providers/service.ts";
import type { Tables } from "../../storage/index.ts";
import { findRow, json, type Members, removeRow, rowParser } from "../../storage/service.ts";
import { type JudgeModel, judgeKinds, structuredOutputs } from "../judges/judge.ts";
import type { JudgeStore, SpendStore } from "../ports/judges.ts";

export function createJudgeStore(db: Kysely<Tables>, box: SealedBox): JudgeStore {
  return {
    async list(project) {
      const rows = await db
        .selectFrom("judges")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(judgeOf);
    },

    async get(project, id) {
      const row = await findRow(db, "judges", project, id);
      return row && judgeOf(row);
    },

    add: (judge, key) =>
      db.transaction().execute(async (step) => {
        const others = await activeOf(step, judge);
        const row = rowOf({ ...judge, isActive: judge.isActive || others.length === 0 });
        if (row.is_active === 1) await deactivateOthers(step, judge);
        const { numInsertedOrUpdatedRows } = await step
          .insertInto("judges")
          .values({ ...row, sealed_key: sealedKey(judge, key) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      }),

    replace: (judge, key) =>
      db.transaction().execute(async (step) => {
        const before = await step
          .selectFrom("judges")
          .selectAll()
          .where("project_id", "=", judge.projectId)
          .where("id", "=", judge.id)
          .where("revision", "=", judge.revision - 1)
          .executeTakeFirst();
        if (!before) return false;
        if (judge.isActive) await deactivateOthers(step, judge);
        const isSameHost = hostOf(judgeOf(before).baseUrl) === hostOf(judge.baseUrl);
        const sealedKeyBefore = isSameHost ? before.sealed_key : null;
        const { numUpdatedRows } = await step
          .updateTable("judges")
          .set({ ...rowOf(judge), sealed_key: key === undefined ? sealedKeyBefore : sealedKey(judge, key) })
          .where("id", "=", judge.id)
          .where("revision", "=", judge.revision - 1)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),

    remove: (project, id) =>
      db.transaction().execute(async (step) => {
        return removeRow(step, "judges", project, id);
      }),

    async key(judge) {
      const sealed = await storedKey(judge);
      return sealed === undefined ? "" : box.open(sealed, boundTo(judge));
    },

    hasKey: async (judge) => (await storedKey(judge)) !== undefined,
  };

  function sealedKey(judge: JudgeModel, key: string): string | null {
    return key === "" ? null : box.seal(key, boundTo(judge));
  }

  async function storedKey({ projectId, id }: JudgeModel): Promise<string | undefined> {
    const row = await db
      .selectFrom("judges")
      .select("sealed_key")
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.sealed_key ?? undefined;
  }
}

/** Re-encrypts keys that were sealed with an older master key. */
export async function resealJudgeKeys(db: Kysely<Tables>, box: SealedBox): Promise<void> {
  for (const row of await db.selectFrom("judges").selectAll().where("sealed_key", "is not", null).execute()) {
    const { sealed_key: sealed } = row;
    if (sealed === null || box.isFresh(sealed)) continue;
    const bound = boundTo(judgeOf(row));
    await db
      .updateTable("judges")
      .set({ sealed_key: box.seal(box.open(sealed, bound), bound) })
      .where("id", "=", row.id)
      .where("sealed_key", "=", sealed)
      .execute();
  }
}

/** Binds a key to the host it was given for. */
const boundTo = ({ id, baseUrl }: JudgeModel) => `judge key ${id} ${hostOf(baseUrl)}`;

const activeOf = (step: Kysely<Tables>, { projectId }: JudgeModel) =>
  step.selectFrom("judges").select("id").where("project_id", "=", projectId).where("is_active", "=", 1).execute();

const deactivateOthers = (step: Kysely<Tables>, { projectId, id }: JudgeModel) =>
  step
    .updateTable("judges")
    .set({ is_active: 0 })
    .where("project_id", "=", projectId)
    .where("id", "!=", id)
    .where("is_active", "=", 1)
    .execute();

function rowOf(judge: JudgeModel): Omit<Tables["judges"], "sealed_key"> {
  const { id, projectId, name, isActive, revision, createdAt, updatedAt, ...settings } = judge;
  return {
    id,
    project_id: projectId,
    name,
    settings: JSON.stringify(settings),
    is_active: isActive ? 1 : 0,
    revision,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

type JudgeSettings = Omit<
  JudgeModel,
  "id" | "projectId" | "name" | "isActive" | "revision" | "createdAt" | "updatedAt"
>;

const settings: z.ZodType<JudgeSettings> = z.object({
  kind: z.enum(judgeKinds),
  baseUrl: z.string(),
  model: z.string(),
  structuredOutput: z.enum(structuredOutputs),
  temperature: z.number().exactOptional(),
  contextTokens: z.number(),
  timeoutMs: z.number(),
  concurrency: z.number(),
  requestsPerMinute: z.number(),
  dailyUsd: z.number(),
  dailyCalls: z.number(),
  packs: z.boolean(),
  price: z.object({ input: z.number(), output: z.number() }).exactOptional(),
} satisfies Members<JudgeSettings>);
const parse = rowParser("judges", { settings: json(settings) });

function judgeOf(row: Selectable<Tables["judges"]>): JudgeModel {
  return {
    ...parse(row).settings,
    id: row.id,
    projectId: asProjectId(row.project_id),
    name: row.name,
    isActive: row.is_active === 1,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const micros = (usd: number) => Math.round(usd * 1_000_000);

export function createSpendStore(db: Kysely<Tables>): SpendStore {
  return {
    async reserve({ id, dailyUsd, dailyCalls }, day, usd) {
      await open(id, day);
      const { numUpdatedRows } = await db
        .updateTable("judge_spend")
        .set({ micro_usd: sql<number>`micro_usd + ${micros(usd)}`, calls: sql<number>`calls + 1` })
        .where("judge_id", "=", id)
        .where("day", "=", day)
        .where("calls", "<", dailyCalls)
        .where("micro_usd", "<=", micros(dailyUsd) - micros(usd))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async settle({ id }, day, reserved, usd) {
      await db
        .updateTable("judge_spend")
        .set({ micro_usd: sql<number>`micro_usd + ${micros(usd) - micros(reserved)}` })
        .where("judge_id", "=", id)
        .where("day", "=", day)
        .execute();
    },

    async skip({ id }, day, checks) {
      await open(id, day);
      await db
        .updateTable("judge_spend")
        .set({ skipped: sql<number>`skipped + ${checks}` })
        .where("judge_id", "=", id)
        .where("day", "=", day)
        .execute();
    },

    async spent({ id }, day) {
      const row = await db
        .selectFrom("judge_spend")
        .selectAll()
        .where("judge_id", "=", id)
        .where("day", "=", day)
        .executeTakeFirst();
      return { usd: (row?.micro_usd ?? 0) / 1_000_000, calls: row?.calls ?? 0, skipped: row?.skipped ?? 0 };
    },

    async exhausted(day) {
      const { count } = await db
        .selectFrom("judge_spend")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("day", "=", day)
        .where("skipped", ">", 0)
        .executeTakeFirstOrThrow();
      return count;
    },
  };

  async function open(judge: string, day: string): Promise<void> {
    await db
      .insertInto("judge_spend")
      .values({ judge_id: judge, day, micro_usd: 0, calls: 0, skipped: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
