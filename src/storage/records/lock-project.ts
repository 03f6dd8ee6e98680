import { sql, type Transaction } from "kysely";
import { Failure } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Tables } from "./tables.ts";

/**
 * Locks a project by writing to its row first, so that concurrent changes wait for each other in both dialects.
 * Returns the number of its next issue.
 */
export async function lockProject(step: Transaction<Tables>, project: ProjectId): Promise<number> {
  const row = await step
    .updateTable("projects")
    .set({ next_issue_number: sql<number>`next_issue_number` })
    .where("id", "=", project)
    .returning("next_issue_number")
    .executeTakeFirst();
  if (!row) throw new Failure("defect", "changes of a project that does not exist", { project });
  return row.next_issue_number;
}
