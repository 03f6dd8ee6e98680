import type { RecordRemoval } from "../../storage/index.ts";
import { projectOwner } from "../secret-owner.ts";

/** Keys of models go with the models; the project's own keys remain. */
export const providerRemoval: RecordRemoval = {
  async project(step, project, before) {
    await step
      .deleteFrom("model_secrets")
      .where("project_id", "=", project)
      .where("created_at", "<", before)
      .where("owner", "!=", projectOwner)
      .execute();
  },
};
