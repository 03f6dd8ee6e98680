import { type Dialect, Kysely, sql } from "kysely";
import type {
  AttemptStore,
  AuditLog,
  MailedLinkStore,
  SessionStore,
  UserStore,
} from "../../accounts/ports/accounts.ts";
import type { ProjectStore, TokenStore } from "../../accounts/ports/projects.ts";
import { createAttemptStore } from "../../accounts/records/attempts.ts";
import { createAuditLog } from "../../accounts/records/audit-log.ts";
import { blaming } from "../../accounts/records/blame.ts";
import { createMailedLinkStore } from "../../accounts/records/mailed-links.ts";
import { createProjectStore } from "../../accounts/records/projects.ts";
import { createSessionStore } from "../../accounts/records/sessions.ts";
import { createTokenStore } from "../../accounts/records/tokens.ts";
import { createUserStore } from "../../accounts/records/users.ts";
import type {
  CheckRunStore,
  CustomCheckFeed,
  CustomCheckStore,
  VerdictLabelStore,
} from "../../checks/ports/custom-checks.ts";
import type { JobLeases, JobReader, JobStore, JudgedStore } from "../../checks/ports/jobs.ts";
import type { JudgeStore, SpendStore } from "../../checks/ports/judges.ts";
import { createCheckRunStore } from "../../checks/records/check-runs.ts";
import { createCustomCheckStore } from "../../checks/records/custom-checks.ts";
import { createJobReader } from "../../checks/records/job-reader.ts";
import { createJobStore } from "../../checks/records/jobs.ts";
import { createJudgeStore, createSpendStore } from "../../checks/records/judges.ts";
import { createVerdictLabelStore } from "../../checks/records/verdict-labels.ts";
import type { DashboardStore } from "../../dashboards/ports/dashboards.ts";
import type { SavedViewStore } from "../../dashboards/ports/saved-views.ts";
import { createDashboardStore } from "../../dashboards/records/dashboards.ts";
import { createSavedViewStore } from "../../dashboards/records/saved-views.ts";
import type { RejectedRequestStore } from "../../ingest/ports/rejected-requests.ts";
import { createRejectedRequestStore } from "../../ingest/records/rejected-requests.ts";
import type { IssueStore, IssueWatch } from "../../issues/ports/issues.ts";
import { createIssueStore, createIssueWatch } from "../../issues/records/issues.ts";
import type { MonitorFeed, MonitorHealthStore, MonitorStore } from "../../monitors/ports/monitors.ts";
import { createMonitorHealthStore } from "../../monitors/records/monitor-health.ts";
import { addDefaultMonitors, createMonitorFeed, createMonitorStore } from "../../monitors/records/monitors.ts";
import type {
  ChannelStore,
  DeliveryBacklog,
  DeliveryHistory,
  MuteStore,
  Outbox,
} from "../../notifications/ports/notifications.ts";
import { createChannelStore } from "../../notifications/records/channels.ts";
import { createDeliveryBacklog, createDeliveryHistory } from "../../notifications/records/delivery-history.ts";
import { createMuteStore } from "../../notifications/records/mutes.ts";
import { addNotifications } from "../../notifications/records/notifications.ts";
import { createOutbox } from "../../notifications/records/outbox.ts";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { Failure, messageOf } from "../../platform/failure.ts";
import type { DeletionStore } from "../../privacy/ports/deletions.ts";
import type { PrivacyStore } from "../../privacy/ports/privacy.ts";
import { createDeletionStore } from "../../privacy/records/deletions.ts";
import { createPrivacyStore } from "../../privacy/records/privacy.ts";
import type { ProxyChoiceStore, UpstreamStore } from "../../providers/ports/proxy-settings.ts";
import type { SecretStore } from "../../providers/ports/secrets.ts";
import { createSecretStore } from "../../providers/records/secrets.ts";
import { createProxyChoiceStore, createUpstreamStore } from "../../providers/records/upstreams.ts";
import type { IdempotencyStore } from "../../server/ports/idempotency.ts";
import { createIdempotencyStore } from "../../server/records/idempotency.ts";
import type { ProjectChanges } from "../../storage/ports/project-changes.ts";
import type { Replicas } from "../../storage/ports/replicas.ts";
import { postgresDialect } from "../../storage/records/postgres.ts";
import { createProjectChanges } from "../../storage/records/project-changes.ts";
import { createReplicas } from "../../storage/records/replicas.ts";
import { sqliteDialect } from "../../storage/records/sqlite.ts";
import type { Tables } from "../../storage/records/tables.ts";
import type {
  ModelStore,
  RunLeases,
  RunRowStore,
  ScenarioStore,
  TestRunStore,
} from "../../testing/ports/testing-stores.ts";
import { createModelStore } from "../../testing/records/models.ts";
import { createRunLeases } from "../../testing/records/run-leases.ts";
import { createScenarioStore } from "../../testing/records/scenario-sets.ts";
import { createRunRowStore } from "../../testing/records/test-run-rows.ts";
import { createTestRunStore } from "../../testing/records/test-runs.ts";
import { migrate, refuseOtherVersions } from "./migrate.ts";
import { recordRemovals } from "./removals.ts";
import { sealStoredSecrets } from "./sealing.ts";

export interface Records extends AsyncDisposable {
  readonly projects: ProjectStore;
  readonly projectChanges: ProjectChanges;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly mailedLinks: MailedLinkStore;
  readonly attempts: AttemptStore;
  readonly audit: AuditLog;
  readonly tokens: TokenStore;
  readonly monitors: MonitorStore;
  readonly monitorFeed: MonitorFeed;
  readonly monitorHealth: MonitorHealthStore;
  readonly issues: IssueStore;
  readonly issueWatch: IssueWatch;
  readonly idempotency: IdempotencyStore;
  readonly channels: ChannelStore;
  readonly outbox: Outbox;
  readonly mutes: MuteStore;
  readonly deliveries: DeliveryHistory;
  readonly deliveryBacklog: DeliveryBacklog;
  readonly upstreams: UpstreamStore;
  readonly proxyChoices: ProxyChoiceStore;
  readonly jobs: JobStore & JudgedStore & JobLeases;
  readonly jobReader: JobReader;
  readonly savedViews: SavedViewStore;
  readonly dashboards: DashboardStore;
  readonly customChecks: CustomCheckStore & CustomCheckFeed;
  readonly checkRuns: CheckRunStore;
  readonly verdictLabels: VerdictLabelStore;
  readonly privacy: PrivacyStore;
  readonly scenarios: ScenarioStore;
  readonly models: ModelStore;
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly runLeases: RunLeases;
  readonly modelSecrets: SecretStore;
  readonly deletions: DeletionStore;
  readonly judges: JudgeStore;
  readonly spend: SpendStore;
  readonly rejectedRequests: RejectedRequestStore;
  readonly replicas: Replicas;
  /** Resolves when the database responds, throws otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type RecordsLocation =
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

interface OpenRecordsDependencies {
  /** Seals stored secrets, such as those of channels. */
  readonly box: SealedBox;
  readonly onLost?: (cause: Error) => void;
}

/**
 * Opens the records and migrates their tables. Throws Failure("dependency") when that fails, with the reason
 * `unreachable` when a retry may succeed, and Failure("caller") when their secrets are sealed with a key that
 * the box does not have.
 */
export async function openRecords(
  location: RecordsLocation,
  { box, onLost = () => undefined }: OpenRecordsDependencies,
): Promise<Records> {
  const db = new Kysely<Tables>({ dialect: blaming(dialectOf(location, onLost)) });
  try {
    await refuseOtherVersions(db);
    await migrateAt(location, { db, onLost });
    await sealStoredSecrets(db, box);
  } catch (thrown) {
    await db.destroy();
    if (thrown instanceof Failure && thrown.blame === "caller") throw thrown;
    const reason = thrown instanceof Failure ? thrown.facts["reason"] : undefined;
    const cause = thrown instanceof Failure ? (thrown.cause ?? thrown) : thrown;
    const facts = { kind: location.kind, ...(reason === undefined ? {} : { reason }) };
    throw new Failure("dependency", `the records cannot be opened: ${messageOf(cause)}`, facts, cause);
  }
  const close = () => db.destroy();
  return {
    projects: createProjectStore(db, addDefaultMonitors),
    projectChanges: createProjectChanges(db),
    users: createUserStore(db),
    sessions: createSessionStore(db),
    mailedLinks: createMailedLinkStore(db),
    attempts: createAttemptStore(db),
    audit: createAuditLog(db),
    tokens: createTokenStore(db),
    monitors: createMonitorStore(db),
    monitorFeed: createMonitorFeed(db),
    monitorHealth: createMonitorHealthStore(db, addNotifications),
    issues: createIssueStore(db, addNotifications),
    issueWatch: createIssueWatch(db),
    idempotency: createIdempotencyStore(db),
    channels: createChannelStore(db, box),
    outbox: createOutbox(db),
    mutes: createMuteStore(db),
    deliveries: createDeliveryHistory(db),
    deliveryBacklog: createDeliveryBacklog(db),
    upstreams: createUpstreamStore(db),
    proxyChoices: createProxyChoiceStore(db),
    jobs: createJobStore(db),
    jobReader: createJobReader(db),
    savedViews: createSavedViewStore(db),
    dashboards: createDashboardStore(db),
    customChecks: createCustomCheckStore(db),
    checkRuns: createCheckRunStore(db),
    verdictLabels: createVerdictLabelStore(db),
    privacy: createPrivacyStore(db),
    scenarios: createScenarioStore(db),
    models: createModelStore(db),
    testRuns: createTestRunStore(db),
    runRows: createRunRowStore(db),
    runLeases: createRunLeases(db),
    modelSecrets: createSecretStore(db, box),
    deletions: createDeletionStore(db, recordRemovals),
    judges: createJudgeStore(db, box),
    spend: createSpendStore(db),
    rejectedRequests: createRejectedRequestStore(db),
    replicas: createReplicas(db),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function dialectOf(location: RecordsLocation, onLost: (cause: Error) => void): Dialect {
  return location.kind === "sqlite" ? sqliteDialect(location.file) : postgresDialect({ url: location.url, onLost });
}

/** Uses separate connections in PostgreSQL, because a migration may take longer than a request may. */
async function migrateAt(
  location: RecordsLocation,
  { db, onLost }: { db: Kysely<Tables>; onLost: (cause: Error) => void },
): Promise<void> {
  if (location.kind === "sqlite") return migrate(db);
  const dialect = postgresDialect({ url: location.url, onLost, purpose: "migrations" });
  const migrationDb = new Kysely<Tables>({ dialect: blaming(dialect) });
  try {
    await migrate(migrationDb);
  } finally {
    await migrationDb.destroy();
  }
}
