import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { digest } from "../../platform/crypto/digest.ts";

const Target = z.object({ kind: z.literal("email"), to: z.array(z.string()) });

/**
 * Confirms the addresses of channels that were created before recipients had to confirm, so that an upgrade ends no
 * notification. Part of a migration: it never changes.
 */
export async function confirmChannelRecipients(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ target: string; account: string; at: number }>`
    select channels.target as target, projects.account_id as account, channels.created_at as at
    from channels inner join projects on projects.id = channels.project_id`.execute(db);
  for (const { target, account, at } of rows) {
    const email = Target.safeParse(JSON.parse(target)).data;
    for (const address of new Set(email?.to.map((each) => each.toLowerCase()))) {
      const id = digest("recipient", account, address);
      await sql`
        insert into email_recipients (id, account_id, address, answer, requested_at, expires_at, decided_at)
        values (${id}, ${account}, ${address}, 'confirmed', ${at}, ${at}, ${at}) on conflict (id) do nothing`.execute(
        db,
      );
    }
  }
}
