import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";
import { projectRoleTables } from "../../accounts/records/project-role-tables.ts";
import {
  accountTables,
  appendOnlyAuditLog,
  emailRecipients,
  personalTokens,
  secondFactorTables,
  singleSignOnTables,
} from "../../accounts/records/tables.ts";
import { checkTables } from "../../checks/records/tables.ts";
import { dashboardTables } from "../../dashboards/records/tables.ts";
import { ingestTables } from "../../ingest/records/tables.ts";
import { issueSubtitles, issueTables } from "../../issues/records/tables.ts";
import { addFailedStepMonitor } from "../../monitors/records/add-failed-step-monitor.ts";
import { monitorTables } from "../../monitors/records/tables.ts";
import { confirmChannelRecipients } from "../../notifications/records/confirm-channel-recipients.ts";
import { notificationTables } from "../../notifications/records/tables.ts";
import { deletionLeaseColumns, privacyTables } from "../../privacy/records/tables.ts";
import { providerTables } from "../../providers/records/tables.ts";
import { storageTables } from "../../storage/records/tables.ts";
import { runLeaseColumns, testingTables } from "../../testing/records/tables.ts";

/**
 * The migrations of the records in order, numbered by one sequence. Column types mean the same in SQLite and PostgreSQL:
 * `text`, `bigint`, `double precision`. A migration never changes once it is released.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_baseline": {
    async up(db: Kysely<never>) {
      for (const statement of baseline(db)) await sql.raw(statement).execute(db);
    },
  },
  "0002_personal_tokens": runs(personalTokens),
  "0003_lease_epochs": runs([...deletionLeaseColumns, ...runLeaseColumns]),
  "0004_email_recipients": {
    async up(db: Kysely<never>) {
      await runs(emailRecipients).up(db);
      await confirmChannelRecipients(db);
    },
  },
  "0005_second_factors": runs(secondFactorTables),
  "0006_project_roles": runs(projectRoleTables),
  "0007_single_sign_on": runs(singleSignOnTables),
  "0008_issue_subtitles": runs(issueSubtitles),
  "0009_failed_step_monitor": { up: (db: Kysely<never>) => addFailedStepMonitor(db) },
};

function runs(statements: readonly string[]): Migration {
  return {
    async up(db: Kysely<never>) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** The tables of the first release; modules later in the list may refer to tables of earlier ones. */
const baseline = (db: Kysely<never>): readonly string[] => [
  ...storageTables,
  ...accountTables,
  ...appendOnlyAuditLog(db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres"),
  ...providerTables,
  ...privacyTables,
  ...checkTables,
  ...monitorTables,
  ...issueTables,
  ...notificationTables,
  ...dashboardTables,
  ...testingTables,
  ...ingestTables,
];
