import type { RecordRemoval } from "../../storage/index.ts";
import { inPieces } from "../../storage/service.ts";

/** Jobs, labels and runs of custom checks go with the datapoints that they are of. */
export const checkRemoval: RecordRemoval = {
  async datapoints(step, { project, datapoints }) {
    for (const some of inPieces(datapoints))
      for (const table of ["jobs", "verdict_labels"] as const)
        await step.deleteFrom(table).where("project_id", "=", project).where("datapoint_id", "in", some).execute();
  },

  async project(step, project, before) {
    for (const table of ["check_runs", "jobs"] as const)
      await step.deleteFrom(table).where("project_id", "=", project).where("created_at", "<", before).execute();
    await step
      .deleteFrom("verdict_labels")
      .where("project_id", "=", project)
      .where("labeled_at", "<", before)
      .execute();
  },
};
