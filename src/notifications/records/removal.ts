import type { Transaction } from "kysely";
import type { ProjectId } from "../../platform/ids.ts";
import type { RecordRemoval, Tables } from "../../storage/index.ts";
import { goneText, inPieces } from "../../storage/service.ts";
import type { IssueEvent } from "../notification-event.ts";
import { parseIssueEvent } from "./stored-event.ts";

/** Messages no longer quote deleted calls. */
export const notificationRemoval: RecordRemoval = {
  datapoints: (step, { project, issues, datapoints }) =>
    clearNotifications(
      step,
      project,
      issues.map(({ issueId }) => issueId),
      new Set<string>(datapoints),
    ),
};

async function clearNotifications(
  step: Transaction<Tables>,
  project: ProjectId,
  issues: readonly string[],
  deleted: ReadonlySet<string>,
): Promise<void> {
  for (const some of inPieces(issues)) {
    const rows = await step
      .selectFrom("notification_events")
      .innerJoin("deliveries", "deliveries.id", "notification_events.delivery_id")
      .innerJoin("issues", "issues.number", "notification_events.issue_number")
      .select(["notification_events.id as id", "notification_events.event as event"])
      .where("deliveries.project_id", "=", project)
      .where("issues.project_id", "=", project)
      .where("issues.id", "in", some)
      .execute();
    for (const row of rows) {
      const { event } = parseIssueEvent(row);
      if (!deleted.has(event.sampleDatapointId)) continue;
      const left: IssueEvent = { ...event, explanation: goneText };
      await step
        .updateTable("notification_events")
        .set({ event: JSON.stringify(left) })
        .where("id", "=", row.id)
        .execute();
    }
  }
}
