import type { Kysely, Transaction } from "kysely";
import type { RecordRemoval, RemovedCounts, Tables } from "../../storage/index.ts";
import type { DeletionStore } from "../ports/deletions.ts";

/** Removes what the modules' tables hold about deleted data, in the order of `removals`, in one transaction. */
export function createRecordRemoval(
  db: Kysely<Tables>,
  removals: readonly RecordRemoval[],
): Pick<DeletionStore, "removeDatapoints" | "removeProject"> {
  return {
    removeDatapoints: (project, issues, datapoints) =>
      inOrder((removal, step) => removal.datapoints?.(step, { project, issues, datapoints })),
    removeProject: (project, before) => inOrder((removal, step) => removal.project?.(step, project, before)),
  };

  function inOrder(
    remove: (removal: RecordRemoval, step: Transaction<Tables>) => Promise<RemovedCounts | void> | undefined,
  ): Promise<RemovedCounts> {
    return db.transaction().execute(async (step) => {
      const counts: RemovedCounts = {};
      for (const removal of removals) Object.assign(counts, await remove(removal, step));
      return counts;
    });
  }
}
