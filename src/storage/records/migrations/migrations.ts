import type { Kysely, Migration } from "kysely";
import { channelsAndDeliveries } from "./migration-004.ts";
import { upstreamsAndProxyChoices } from "./migration-005.ts";
import { peopleAndAudit } from "./migration-006-accounts.ts";
import { triageAndMutes, unusedSigningKeys } from "./migration-007.ts";
import { jobs } from "./migration-008-jobs.ts";
import { judges } from "./migration-008-judges.ts";
import { customChecks } from "./migration-009-custom-checks.ts";
import { offline } from "./migration-010-offline.ts";
import { sealingKey } from "./migration-011.ts";
import { privacyAndDeletions } from "./migration-011-privacy.ts";
import { savedViews } from "./migration-012-saved-views.ts";
import { servedRuns } from "./migration-013-served-runs.ts";
import { fromProduction } from "./migration-017-from-production.ts";
import { dashboards } from "./migration-018-dashboards.ts";
import { upstreamDialects } from "./migration-135-upstream-dialects.ts";
import { monitorHealth } from "./migration-275-monitor-health.ts";
import { runBuild } from "./migration-320-run-build.ts";
import { issueLinks } from "./migration-321-issue-links.ts";
import { backfills } from "./migration-340-backfills.ts";
import { betweenReplicas } from "./migration-341-between-replicas.ts";
import { projectChanges } from "./migration-350-project-changes.ts";

/**
 * Numbered, never changed once released, run in order under the migrator's lock. Column types mean the same in SQLite
 * and PostgreSQL: `text`, `bigint`, `double precision`.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  "001_accounts": {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable("accounts")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("users")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id"))
        .addColumn("email", "text", (column) => column.notNull().unique())
        .addColumn("password_hash", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("projects")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id"))
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("language", "text")
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("next_issue_number", "bigint", (column) => column.notNull())
        .addUniqueConstraint("projects_name", ["account_id", "name"])
        .execute();
      await db.schema
        .createTable("tokens")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id"))
        .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("hint", "text", (column) => column.notNull())
        .addColumn("sha256", "text", (column) => column.notNull().unique())
        .addColumn("scopes", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("expires_at", "bigint")
        .addColumn("last_used_at", "bigint")
        .addColumn("revoked_at", "bigint")
        .execute();
    },
  },
  "002_monitors_and_issues": {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable("monitors")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("description", "text")
        .addColumn("enabled", "bigint", (column) => column.notNull())
        .addColumn("condition", "text", (column) => column.notNull())
        .addColumn("sample_rate", "double precision", (column) => column.notNull())
        .addColumn("checks", "text", (column) => column.notNull())
        .addColumn("notifications", "text", (column) => column.notNull())
        .addColumn("revision", "bigint", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("updated_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("monitors_project").on("monitors").column("project_id").execute();
      await db.schema
        .createTable("issues")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
        .addColumn("number", "bigint", (column) => column.notNull())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("title", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("state_since", "double precision", (column) => column.notNull())
        .addColumn("severity", "text", (column) => column.notNull())
        .addColumn("check_name", "text", (column) => column.notNull())
        .addColumn("error_type", "text")
        // No reference: an issue outlives the monitor that found it.
        .addColumn("monitor_id", "text", (column) => column.notNull())
        .addColumn("explanation", "text", (column) => column.notNull())
        .addColumn("sample_datapoint_id", "text", (column) => column.notNull())
        // Times of calls carry fractions of a millisecond.
        .addColumn("first_seen_at", "double precision", (column) => column.notNull())
        .addColumn("last_seen_at", "double precision", (column) => column.notNull())
        .addColumn("assignee", "text")
        .addColumn("regressed", "bigint", (column) => column.notNull())
        .addUniqueConstraint("issues_number", ["project_id", "number"])
        .execute();
      await db.schema.createIndex("issues_newest").on("issues").columns(["project_id", "last_seen_at", "id"]).execute();
      await db.schema
        .createTable("issue_activity")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("issue_id", "text", (column) => column.notNull().references("issues.id"))
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("actor", "text", (column) => column.notNull())
        .addColumn("note", "text")
        .addColumn("at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("issue_activity_issue").on("issue_activity").columns(["issue_id", "at"]).execute();
    },
  },
  "003_idempotency_keys": {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable("idempotency_keys")
        .addColumn("project_id", "text", (column) => column.notNull())
        .addColumn("key", "text", (column) => column.notNull())
        .addColumn("request_hash", "text", (column) => column.notNull())
        .addColumn("status", "bigint")
        .addColumn("body", "text")
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("idempotency_keys_key", ["project_id", "key"])
        .execute();
    },
  },
  "004_channels_and_deliveries": channelsAndDeliveries,
  "005_upstreams_and_proxy_choices": upstreamsAndProxyChoices,
  "006_people_and_audit": peopleAndAudit,
  "007_triage_and_mutes": triageAndMutes,
  "008_jobs": jobs,
  "009_custom_checks": customChecks,
  "010_offline": offline,
  "007_unused_signing_keys": unusedSigningKeys,
  "008_judges": judges,
  "011_sealing_key": sealingKey,
  "011_tombstones_and_privacy": privacyAndDeletions,
  "012_saved_views": savedViews,
  "017_from_production": fromProduction,
  "013_served_runs": servedRuns,
  "018_dashboards": dashboards,
  "135_upstream_dialects": upstreamDialects,
  "275_monitor_health": monitorHealth,
  "320_run_build": runBuild,
  "321_issue_links": issueLinks,
  "340_backfills": backfills,
  "341_between_replicas": betweenReplicas,
  "350_project_changes": projectChanges,
};
