import type { Kysely } from "kysely";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import type { SecretName, SecretStore } from "../ports/secrets.ts";

export function createSecretStore(db: Kysely<Tables>, box: SealedBox): SecretStore {
  return {
    async put(secret, text, now) {
      const sealed = box.seal(text, boundTo(secret));
      const { project, ...key } = secret;
      await db
        .insertInto("model_secrets")
        .values({ project_id: project, ...key, sealed, created_at: now })
        .onConflict((conflict) =>
          conflict.columns(["project_id", "owner", "name", "host"]).doUpdateSet({ sealed, created_at: now }),
        )
        .execute();
    },

    async names(project, owner) {
      const rows = await db
        .selectFrom("model_secrets")
        .select(["owner", "name", "host", "created_at"])
        .where("project_id", "=", project)
        .where("owner", "=", owner)
        .orderBy("name")
        .orderBy("host")
        .execute();
      return rows.map(({ created_at, ...row }) => ({ project, ...row, createdAt: created_at }));
    },

    async open(secret) {
      const row = await db
        .selectFrom("model_secrets")
        .select("sealed")
        .where("project_id", "=", secret.project)
        .where("owner", "=", secret.owner)
        .where("name", "=", secret.name)
        .where("host", "=", secret.host)
        .executeTakeFirst();
      return row && box.open(row.sealed, boundTo(secret));
    },

    async remove(project, owner, name) {
      const all = db.deleteFrom("model_secrets").where("project_id", "=", project).where("owner", "=", owner);
      const { numDeletedRows } = await (name === undefined ? all : all.where("name", "=", name)).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Re-encrypts secrets that were sealed with an older master key. */
export async function resealModelSecrets(db: Kysely<Tables>, box: SealedBox): Promise<void> {
  for (const row of await db.selectFrom("model_secrets").selectAll().execute()) {
    if (box.isFresh(row.sealed)) continue;
    const bound = boundTo({ ...row, project: asProjectId(row.project_id) });
    await db
      .updateTable("model_secrets")
      .set({ sealed: box.seal(box.open(row.sealed, bound), bound) })
      .where("sealed", "=", row.sealed)
      .execute();
  }
}

const boundTo = ({ project, owner, name, host }: SecretName) => `model secret ${project} ${owner} ${name} ${host}`;
