import type { TableInsert, TableWriter } from "../../storage/index.ts";
import type { EngineGate } from "./engine-gate.ts";

interface Dependencies {
  readonly writer: Pick<TableWriter, "insert">;
  readonly gate: EngineGate;
}

/**
 * Inserts rows, and waits while the engine accepts none. Resolves with the failure that the rows caused, or undefined
 * once they are inserted. Rejects on stop. `rows` is called for each attempt.
 */
export async function insertWhenAvailable(
  { writer, gate }: Dependencies,
  rows: () => TableInsert,
): Promise<{ readonly failure: unknown } | undefined> {
  for (;;) {
    await gate.pass();
    const batch = rows();
    try {
      await writer.insert(batch);
      return undefined;
    } catch (thrown) {
      if ((await gate.blame(batch.table, thrown)) === "batch") return { failure: thrown };
    }
  }
}
