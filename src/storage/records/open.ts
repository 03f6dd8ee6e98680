import { type Dialect, Kysely, Migrator, sql } from "kysely";
import { Failure, messageOf } from "../../lib/failure.ts";
import type { SealedBox } from "../../lib/sealed-box.ts";
import type { AttemptStore, AuditLog, MailedLinkStore, SessionStore, UserStore } from "../../ports/accounts.ts";
import type { CheckRunStore, CustomCheckFeed, CustomCheckStore, VerdictLabelStore } from "../../ports/custom-checks.ts";
import type { DashboardStore } from "../../ports/dashboards.ts";
import type { DeletionStore } from "../../ports/deletions.ts";
import type { JobLeases, JobReader, JobStore, JudgedStore } from "../../ports/jobs.ts";
import type { JudgeStore, SpendStore } from "../../ports/judges.ts";
import type { ChannelStore, DeliveryBacklog, DeliveryHistory, MuteStore, Outbox } from "../../ports/notifications.ts";
import type {
  ModelStore,
  RunCarriage,
  RunRowStore,
  ScenarioStore,
  SecretStore,
  TestRunStore,
} from "../../ports/offline.ts";
import type { PrivacyStore } from "../../ports/privacy.ts";
import type { ProjectChanges } from "../../ports/project-changes.ts";
import type { ProxyChoiceStore, UpstreamStore } from "../../ports/proxy-settings.ts";
import type {
  IdempotencyStore,
  IssueStore,
  IssueWatch,
  MonitorFeed,
  MonitorHealthStore,
  MonitorStore,
  ProjectStore,
  RejectedRequestStore,
  Replicas,
  TokenStore,
} from "../../ports/records.ts";
import type { SavedViewStore } from "../../ports/saved-views.ts";
import { createAttemptStore } from "./attempts.ts";
import { createAuditLog } from "./audit-log.ts";
import { blaming } from "./blame.ts";
import { createChannelStore } from "./channels.ts";
import { createCheckRunStore } from "./check-runs.ts";
import { createCustomCheckStore } from "./custom-checks.ts";
import { createDashboardStore } from "./dashboards.ts";
import { createDeletionStore } from "./deletions.ts";
import { createDeliveryBacklog, createDeliveryHistory } from "./delivery-history.ts";
import { createIdempotencyStore } from "./idempotency.ts";
import { createIssueStore, createIssueWatch } from "./issues.ts";
import { createJobReader } from "./job-reader.ts";
import { createJobStore } from "./jobs.ts";
import { createJudgeStore, createSpendStore } from "./judges.ts";
import { createMailedLinkStore } from "./mailed-links.ts";
import { migrations } from "./migrations.ts";
import { createMonitorHealthStore } from "./monitor-health.ts";
import { createMonitorFeed, createMonitorStore } from "./monitors.ts";
import { createMuteStore } from "./mutes.ts";
import { createRunCarriage } from "./offline/carriage.ts";
import { createModelStore } from "./offline/models.ts";
import { createScenarioStore } from "./offline/scenario-sets.ts";
import { createSecretStore } from "./offline/secrets.ts";
import { createRunRowStore } from "./offline/test-run-rows.ts";
import { createTestRunStore } from "./offline/test-runs.ts";
import { createOutbox } from "./outbox.ts";
import { postgresDialect } from "./postgres.ts";
import { createPrivacyStore } from "./privacy.ts";
import { createProjectChanges } from "./project-changes.ts";
import { createProjectStore } from "./projects.ts";
import { createRejectedRequestStore } from "./rejected-requests.ts";
import { createReplicas } from "./replicas.ts";
import { createSavedViewStore } from "./saved-views.ts";
import type { Schema } from "./schema.ts";
import { sealStoredSecrets } from "./sealing.ts";
import { createSessionStore } from "./sessions.ts";
import { sqliteDialect } from "./sqlite.ts";
import { createTokenStore } from "./tokens.ts";
import { createProxyChoiceStore, createUpstreamStore } from "./upstreams.ts";
import { createUserStore } from "./users.ts";
import { createVerdictLabelStore } from "./verdict-labels.ts";

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
  readonly runCarriage: RunCarriage;
  readonly modelSecrets: SecretStore;
  readonly deletions: DeletionStore;
  readonly judges: JudgeStore;
  readonly spend: SpendStore;
  readonly rejectedRequests: RejectedRequestStore;
  readonly replicas: Replicas;
  /** Resolves when the database answers, throws when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type RecordsPlace =
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

interface Needs {
  /** Seals the secrets of channels and of whatever else must be used again. */
  readonly box: SealedBox;
  readonly onLost?: (cause: Error) => void;
}

/**
 * Opens the records and brings their tables up to date. Throws Failure("dependency") when that cannot be done, with the
 * reason `unreachable` where a later attempt may pass, and Failure("caller") when their secrets are sealed with a key
 * that the box does not have.
 */
export async function openRecords(place: RecordsPlace, { box, onLost = () => undefined }: Needs): Promise<Records> {
  const db = new Kysely<Schema>({ dialect: blaming(dialectOf(place, onLost)) });
  try {
    await refuseNewer(db);
    await migrateAt(place, { db, onLost });
    await sealStoredSecrets(db, box);
  } catch (thrown) {
    await db.destroy();
    if (thrown instanceof Failure && thrown.blame === "caller") throw thrown;
    const reason = thrown instanceof Failure ? thrown.facts["reason"] : undefined;
    const cause = thrown instanceof Failure ? (thrown.cause ?? thrown) : thrown;
    const facts = { kind: place.kind, ...(reason === undefined ? {} : { reason }) };
    throw new Failure("dependency", `the records cannot be opened: ${messageOf(cause)}`, facts, cause);
  }
  const close = () => db.destroy();
  return {
    projects: createProjectStore(db),
    projectChanges: createProjectChanges(db),
    users: createUserStore(db),
    sessions: createSessionStore(db),
    mailedLinks: createMailedLinkStore(db),
    attempts: createAttemptStore(db),
    audit: createAuditLog(db),
    tokens: createTokenStore(db),
    monitors: createMonitorStore(db),
    monitorFeed: createMonitorFeed(db),
    monitorHealth: createMonitorHealthStore(db),
    issues: createIssueStore(db),
    issueWatch: createIssueWatch(db),
    idempotency: createIdempotencyStore(db),
    channels: createChannelStore(db, box),
    outbox: createOutbox(db),
    mutes: createMuteStore(db),
    deliveries: createDeliveryHistory(db),
    deliveryBacklog: createDeliveryBacklog(db),
    upstreams: createUpstreamStore(db),
    proxyChoices: createProxyChoiceStore(db),
    jobs: createJobStore(db, { skipsLocked: place.kind === "postgres" }),
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
    runCarriage: createRunCarriage(db),
    modelSecrets: createSecretStore(db, box),
    deletions: createDeletionStore(db),
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

function dialectOf(place: RecordsPlace, onLost: (cause: Error) => void): Dialect {
  return place.kind === "sqlite" ? sqliteDialect(place.file) : postgresDialect({ url: place.url, onLost });
}

/** In PostgreSQL through connections of their own, because a migration may take longer than a request may. */
async function migrateAt(
  place: RecordsPlace,
  { db, onLost }: { db: Kysely<Schema>; onLost: (cause: Error) => void },
): Promise<void> {
  if (place.kind === "sqlite") return migrate(db);
  const dialect = postgresDialect({ url: place.url, onLost, purpose: "migrations" });
  const patient = new Kysely<Schema>({ dialect: blaming(dialect) });
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
}

async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    // Branches number theirs independently: one that lands later may bear a smaller number than one that was run.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function refuseNewer(db: Kysely<Schema>): Promise<void> {
  // Without the table nobody has written yet.
  const none = { rows: [] };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch((thrown: unknown) => {
      if (thrown instanceof Failure) throw thrown;
      return none;
    });
  const unknown = rows.find(({ name }) => !(name in migrations));
  if (unknown === undefined) return;
  throw new Failure(
    "caller",
    `the records were written by a newer version (${unknown.name}): start that one, or restore the backup from before the upgrade`,
    { migration: unknown.name },
  );
}
