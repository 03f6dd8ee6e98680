import type { RecordRemoval } from "../../storage/index.ts";
import { goneText } from "../../storage/service.ts";

/** Issues show another occurrence, or none, when theirs is deleted. */
export const issueRemoval: RecordRemoval = {
  async datapoints(step, { project, issues }) {
    for (const { issueId, sample } of issues) {
      await step
        .updateTable("issues")
        .set(
          sample
            ? {
                sample_datapoint_id: sample.datapointId,
                title: sample.title,
                subtitle: null,
                explanation: sample.explanation,
              }
            : { subtitle: null, explanation: goneText },
        )
        .where("project_id", "=", project)
        .where("id", "=", issueId)
        .execute();
    }
  },
};
