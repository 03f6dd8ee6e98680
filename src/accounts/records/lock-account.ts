import { sql, type Transaction } from "kysely";
import type { AccountId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";

/** Locks an account, so that changes to its users run one after another. */
export async function lockAccount(step: Transaction<Tables>, account: AccountId): Promise<void> {
  await step.updateTable("accounts").set({ id: sql<string>`id` }).where("id", "=", account).execute();
}
