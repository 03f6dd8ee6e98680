import type { RecordRemoval } from "../../storage/index.ts";

export const rejectedRequestRemoval: RecordRemoval = {
  async project(step, project, before) {
    await step.deleteFrom("rejected_requests").where("project_id", "=", project).where("at", "<", before).execute();
  },
};
