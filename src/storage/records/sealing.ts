import type { Kysely } from "kysely";
import type { Schema } from "../../app/records/schema.ts";
import { resealJudgeKeys } from "../../checks/records/judges.ts";
import { channelOf, isFreshlySealed, rowOfChannel, sealed } from "../../notifications/records/channels.ts";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { Failure } from "../../platform/failure.ts";
import { resealModelSecrets } from "../../testing/records/secrets.ts";

/**
 * Seals with the newest key what lies in the records in the clear or sealed by an older key, and notes which key that
 * is. Throws Failure("caller") when the records were sealed with a key that this process does not have.
 */
export async function sealStoredSecrets(db: Kysely<Schema>, box: SealedBox): Promise<void> {
  await db
    .insertInto("sealing_key")
    .values({ id: "present", key_id: box.keyId })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const { key_id } = await db.selectFrom("sealing_key").select("key_id").executeTakeFirstOrThrow();
  if (!box.knows(key_id)) throw otherKey(key_id, box.keyId);
  await sealChannels(db, box);
  await resealJudgeKeys(db, box);
  await resealModelSecrets(db, box);
  await db.updateTable("sealing_key").set({ key_id: box.keyId }).where("key_id", "=", key_id).execute();
}

async function sealChannels(db: Kysely<Schema>, box: SealedBox): Promise<void> {
  for (const row of await db.selectFrom("channels").selectAll().execute()) {
    const channel = channelOf(row);
    if (isFreshlySealed(channel, box)) continue;
    await db
      .updateTable("channels")
      .set({ target: rowOfChannel(sealed(channel, box)).target })
      .where("id", "=", row.id)
      // Whoever changed it meanwhile has sealed it.
      .where("target", "=", row.target)
      .execute();
  }
}

const otherKey = (theirs: string, ours: string) =>
  new Failure(
    "caller",
    `the secrets in the records are sealed with another key (${theirs}) than this process has (${ours}): set ` +
      "GAFFE_SECRET_KEY to the same value in every replica, or restore secret.key in the data folder (docs/privacy.md)",
    { theirs, ours },
  );
