import type { Kysely } from "kysely";
import { resealSecondFactors } from "../../accounts/records/second-factors.ts";
import { resealJudgeKeys } from "../../checks/records/judges.ts";
import { channelOf, isFreshlySealed, rowOfChannel, sealed } from "../../notifications/records/channels.ts";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { Failure } from "../../platform/failure.ts";
import { resealModelSecrets } from "../../providers/records/secrets.ts";
import type { Tables } from "../../storage/records/tables.ts";

/**
 * Seals plain secrets, and secrets sealed with an older key, with the newest key, and stores its ID. Throws
 * Failure("caller") if the records were sealed with a key that this process does not have.
 */
export async function sealStoredSecrets(db: Kysely<Tables>, box: SealedBox): Promise<void> {
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
  await resealSecondFactors(db, box);
  await db.updateTable("sealing_key").set({ key_id: box.keyId }).where("key_id", "=", key_id).execute();
}

async function sealChannels(db: Kysely<Tables>, box: SealedBox): Promise<void> {
  for (const row of await db.selectFrom("channels").selectAll().execute()) {
    const channel = channelOf(row);
    if (isFreshlySealed(channel, box)) continue;
    await db
      .updateTable("channels")
      .set({ target: rowOfChannel(sealed(channel, box)).target })
      .where("id", "=", row.id)
      // A concurrent change has sealed it already.
      .where("target", "=", row.target)
      .execute();
  }
}

const otherKey = (storedKeyId: string, ownKeyId: string) =>
  new Failure(
    "caller",
    `the secrets in the records are sealed with another key (${storedKeyId}) than this process has (${ownKeyId}): set ` +
      "GAFFE_SECRET_KEY to the same value in every replica, or restore secret.key in the data folder (docs/privacy.md)",
    { theirs: storedKeyId, ours: ownKeyId },
  );
