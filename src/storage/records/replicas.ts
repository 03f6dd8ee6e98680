import type { Kysely } from "kysely";
import type { Replicas } from "../ports/replicas.ts";
import type { Tables } from "./tables.ts";

export function createReplicas(db: Kysely<Tables>): Replicas {
  return {
    beat: (name, at, aliveMs) =>
      db.transaction().execute(async (step) => {
        await step
          .insertInto("replicas")
          .values({ name, seen_at: at })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ seen_at: at }))
          .execute();
        await step
          .deleteFrom("replicas")
          .where("seen_at", "<", at - 10 * aliveMs)
          .execute();
        const { live } = await step
          .selectFrom("replicas")
          .select(({ fn }) => fn.countAll<number>().as("live"))
          .where("seen_at", ">=", at - aliveMs)
          .executeTakeFirstOrThrow();
        return live;
      }),
  };
}
