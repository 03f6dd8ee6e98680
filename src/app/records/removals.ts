import { checkRemoval } from "../../checks/records/removal.ts";
import { rejectedRequestRemoval } from "../../ingest/records/removal.ts";
import { issueRemoval } from "../../issues/records/removal.ts";
import { notificationRemoval } from "../../notifications/records/removal.ts";
import { providerRemoval } from "../../providers/records/removal.ts";
import type { RecordRemoval } from "../../storage/records/record-removal.ts";
import { testingRemoval } from "../../testing/records/removal.ts";

/** What each module removes of its records when data is deleted, in this order. */
export const recordRemovals: readonly RecordRemoval[] = [
  issueRemoval,
  notificationRemoval,
  testingRemoval,
  checkRemoval,
  rejectedRequestRemoval,
  providerRemoval,
];
