import type { Kysely, Transaction } from "kysely";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import type { Tables } from "../../storage/index.ts";
import type { SecondFactorStore } from "../ports/second-factors.ts";

export function createSecondFactorStore(db: Kysely<Tables>, box: SealedBox): SecondFactorStore {
  return {
    async find(userId) {
      const row = await db
        .selectFrom("second_factors")
        .selectAll()
        .select((from) =>
          from
            .selectFrom("recovery_codes")
            .whereRef("recovery_codes.user_id", "=", "second_factors.user_id")
            .select(({ fn }) => fn.countAll<number>().as("count"))
            .as("left"),
        )
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (!row) return undefined;
      return {
        secret: box.open(row.sealed, boundTo(userId)),
        recoveryCodesLeft: row.left ?? 0,
        ...(row.confirmed_at === null ? {} : { confirmedAt: row.confirmed_at }),
      };
    },

    async begin(userId, secret, at) {
      const sealed = box.seal(secret, boundTo(userId));
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("second_factors")
        .values({ user_id: userId, sealed, created_at: at, confirmed_at: null, last_step: 0 })
        .onConflict((conflict) =>
          conflict
            .column("user_id")
            .doUpdateSet({ sealed, created_at: at })
            .where("second_factors.confirmed_at", "is", null),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    confirm: (userId, { at, step: timeStep, recoveryCodes }) =>
      db.transaction().execute(async (step) => {
        const { numUpdatedRows } = await step
          .updateTable("second_factors")
          .set({ confirmed_at: at, last_step: timeStep })
          .where("user_id", "=", userId)
          .where("confirmed_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await replaceCodes(step, userId, recoveryCodes);
        return true;
      }),

    async useStep(userId, step) {
      const { numUpdatedRows } = await db
        .updateTable("second_factors")
        .set({ last_step: step })
        .where("user_id", "=", userId)
        .where("last_step", "<", step)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async useRecoveryCode(userId, sha256) {
      const { numDeletedRows } = await db
        .deleteFrom("recovery_codes")
        .where("user_id", "=", userId)
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    replaceRecoveryCodes: (userId, codes) => db.transaction().execute((step) => replaceCodes(step, userId, codes)),

    remove: (userId) =>
      db.transaction().execute(async (step) => {
        await replaceCodes(step, userId, []);
        const removed = await step
          .deleteFrom("second_factors")
          .where("user_id", "=", userId)
          .returning("confirmed_at")
          .executeTakeFirst();
        return removed !== undefined && removed.confirmed_at !== null;
      }),

    async ofAccount(account) {
      const row = await db
        .selectFrom("users")
        .innerJoin("accounts", "accounts.id", "users.account_id")
        .leftJoin("second_factors", "second_factors.user_id", "users.id")
        .where("users.account_id", "=", account)
        .groupBy("accounts.requires_second_factor")
        .select(({ fn }) => [
          "accounts.requires_second_factor as required",
          fn.countAll<number>().as("people"),
          fn.count<number>("second_factors.confirmed_at").as("enrolled"),
        ])
        .executeTakeFirst();
      return { required: row?.required === 1, people: row?.people ?? 0, enrolled: row?.enrolled ?? 0 };
    },

    async setRequired(account, required) {
      await db
        .updateTable("accounts")
        .set({ requires_second_factor: required ? 1 : 0 })
        .where("id", "=", account)
        .execute();
    },
  };
}

/** Re-encrypts secrets that were sealed with an older master key. */
export async function resealSecondFactors(db: Kysely<Tables>, box: SealedBox): Promise<void> {
  for (const { user_id, sealed } of await db.selectFrom("second_factors").select(["user_id", "sealed"]).execute()) {
    if (box.isFresh(sealed)) continue;
    const bound = boundTo(user_id);
    await db
      .updateTable("second_factors")
      .set({ sealed: box.seal(box.open(sealed, bound), bound) })
      .where("sealed", "=", sealed)
      .execute();
  }
}

async function replaceCodes(step: Transaction<Tables>, userId: string, codes: readonly string[]): Promise<void> {
  await step.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  if (codes.length === 0) return;
  await step
    .insertInto("recovery_codes")
    .values(codes.map((sha256) => ({ user_id: userId, sha256 })))
    .execute();
}

const boundTo = (userId: string) => `second factor ${userId}`;
