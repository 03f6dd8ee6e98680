import type { RecordRemoval } from "../../storage/index.ts";
import { goneText, inPieces } from "../../storage/service.ts";

/** Issues show another occurrence, or none, when theirs is deleted. */
export const issueRemoval: RecordRemoval = {
  async datapoints(step, { project, issues, datapoints }) {
    for (const some of inPieces(datapoints))
      await step
        .deleteFrom("issue_topic_findings")
        .where("project_id", "=", project)
        .where("datapoint_id", "in", some)
        .execute();
    // A phrase may be of a deleted call: later findings choose new ones.
    for (const some of inPieces(issues.map(({ issueId }) => issueId)))
      await step
        .updateTable("issue_topics")
        .set({ phrases: "[]", shown: "[]" })
        .where("project_id", "=", project)
        .where((column) => column.or([column("id", "in", some), column("base_id", "in", some)]))
        .execute();
    for (const { issueId, sample } of issues) {
      await step
        .updateTable("issues")
        .set(
          sample
            ? {
                sample_datapoint_id: sample.datapointId,
                title: sample.title,
                subtitle: null,
                phrases: null,
                explanation: sample.explanation,
              }
            : { subtitle: null, phrases: null, explanation: goneText },
        )
        .where("project_id", "=", project)
        .where("id", "=", issueId)
        .execute();
    }
  },
};
