import { createAttemptStore } from "../../../src/accounts/records/attempts.ts";
import { createAuditLog } from "../../../src/accounts/records/audit-log.ts";
import { createMailedLinkStore } from "../../../src/accounts/records/mailed-links.ts";
import { createProjectRoleStore } from "../../../src/accounts/records/project-roles.ts";
import { createProjectStore } from "../../../src/accounts/records/projects.ts";
import { createRecipientStore } from "../../../src/accounts/records/recipients.ts";
import { createSecondFactorStore } from "../../../src/accounts/records/second-factors.ts";
import { createSessionStore } from "../../../src/accounts/records/sessions.ts";
import { createSsoIdentityStore } from "../../../src/accounts/records/sso-identities.ts";
import { createTokenStore } from "../../../src/accounts/records/tokens.ts";
import { createUserStore } from "../../../src/accounts/records/users.ts";
import { openRecords } from "../../../src/app/records/open.ts";
import { recordRemovals } from "../../../src/app/records/removals.ts";
import { createCheckRunStore } from "../../../src/checks/records/check-runs.ts";
import { createCustomCheckStore } from "../../../src/checks/records/custom-checks.ts";
import { createJobReader } from "../../../src/checks/records/job-reader.ts";
import { createJobStore } from "../../../src/checks/records/jobs.ts";
import { createJudgeStore, createSpendStore } from "../../../src/checks/records/judges.ts";
import { createVerdictLabelStore } from "../../../src/checks/records/verdict-labels.ts";
import { createDashboardStore } from "../../../src/dashboards/records/dashboards.ts";
import { createSavedViewStore } from "../../../src/dashboards/records/saved-views.ts";
import { createRejectedRequestStore } from "../../../src/ingest/records/rejected-requests.ts";
import { createIssueStore, createIssueWatch } from "../../../src/issues/records/issues.ts";
import { createMonitorHealthStore } from "../../../src/monitors/records/monitor-health.ts";
import { addDefaultMonitors, createMonitorFeed, createMonitorStore } from "../../../src/monitors/records/monitors.ts";
import { createChannelStore } from "../../../src/notifications/records/channels.ts";
import { createDeliveryBacklog, createDeliveryHistory } from "../../../src/notifications/records/delivery-history.ts";
import { createMuteStore } from "../../../src/notifications/records/mutes.ts";
import { addNotifications } from "../../../src/notifications/records/notifications.ts";
import { createOutbox } from "../../../src/notifications/records/outbox.ts";
import { createDeletionStore } from "../../../src/privacy/records/deletions.ts";
import { createPrivacyStore } from "../../../src/privacy/records/privacy.ts";
import { createSecretStore } from "../../../src/providers/records/secrets.ts";
import { createProxyChoiceStore, createUpstreamStore } from "../../../src/providers/records/upstreams.ts";
import { createIdempotencyStore } from "../../../src/server/records/idempotency.ts";
import { createProjectChanges } from "../../../src/storage/records/project-changes.ts";
import { createReplicas } from "../../../src/storage/records/replicas.ts";
import { createModelStore } from "../../../src/testing/records/models.ts";
import { createRunLeases } from "../../../src/testing/records/run-leases.ts";
import { createScenarioStore } from "../../../src/testing/records/scenario-sets.ts";
import { createRunRowStore } from "../../../src/testing/records/test-run-rows.ts";
import { createTestRunStore } from "../../../src/testing/records/test-runs.ts";

export type TestRecords = Awaited<ReturnType<typeof openTestRecords>>;

/** Opens records as the service does, with the stores of every module. */
export async function openTestRecords(...[location, dependencies]: Parameters<typeof openRecords>) {
  const { box } = dependencies;
  const { db, ...engine } = await openRecords(location, dependencies);
  return {
    ...engine,
    db,
    projects: createProjectStore(db, addDefaultMonitors),
    projectChanges: createProjectChanges(db),
    users: createUserStore(db),
    projectRoles: createProjectRoleStore(db),
    sessions: createSessionStore(db),
    mailedLinks: createMailedLinkStore(db),
    emailRecipients: createRecipientStore(db),
    attempts: createAttemptStore(db),
    secondFactors: createSecondFactorStore(db, box),
    ssoIdentities: createSsoIdentityStore(db),
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
  };
}
