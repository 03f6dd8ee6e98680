import { auditRoutes } from "../accounts/routes/audit-log.ts";
import { invitationRoutes } from "../accounts/routes/invitations.ts";
import { meRoutes } from "../accounts/routes/me.ts";
import { projectRoutes } from "../accounts/routes/projects.ts";
import { tokenRoutes } from "../accounts/routes/tokens.ts";
import { userRoutes } from "../accounts/routes/users.ts";
import { previewRoutes } from "../backtest/routes/preview.ts";
import { checkRoutes } from "../checks/routes/checks.ts";
import { customCheckRoutes } from "../checks/routes/custom-checks.ts";
import { generateRoutes } from "../checks/routes/generate.ts";
import { jobRoutes } from "../checks/routes/jobs.ts";
import { judgeComparisonRoutes } from "../checks/routes/judge-comparison.ts";
import { judgeRoutes } from "../checks/routes/judges.ts";
import { labelRoutes } from "../checks/routes/labels.ts";
import { dashboardRoutes } from "../dashboards/routes/dashboards.ts";
import { overviewRoutes } from "../dashboards/routes/overview.ts";
import { viewRoutes } from "../dashboards/routes/views.ts";
import { sessionRoutes } from "../datapoints/routes/call-sessions.ts";
import { datapointRoutes } from "../datapoints/routes/datapoints.ts";
import { exportRoutes } from "../datapoints/routes/export.ts";
import { mediaRoutes } from "../datapoints/routes/media.ts";
import { payloadRoutes } from "../datapoints/routes/payload.ts";
import { tailRoutes } from "../datapoints/routes/tail.ts";
import { traceTreeRoutes } from "../datapoints/routes/trace-tree.ts";
import { traceRoutes } from "../datapoints/routes/traces.ts";
import { issueRoutes } from "../issues/routes/issues.ts";
import { monitorRoutes } from "../monitors/routes/monitors.ts";
import { verdictRoutes } from "../monitors/routes/verdicts.ts";
import { channelRoutes } from "../notifications/routes/channels.ts";
import { muteRoutes } from "../notifications/routes/mutes.ts";
import { deadLetterRoutes } from "../pipeline/routes/dead-letters.ts";
import { deletionRoutes } from "../privacy/routes/deletions.ts";
import { privacyRoutes } from "../privacy/routes/privacy.ts";
import { providerKeyRoutes } from "../providers/routes/provider-keys.ts";
import { upstreamRoutes } from "../providers/routes/upstreams.ts";
import type { OpenRoute, Route } from "../server/routes/route.ts";
import { modelTrialRoutes } from "../testing/routes/model-trial.ts";
import { modelRoutes } from "../testing/routes/models.ts";
import { reevaluationRoutes } from "../testing/routes/reevaluation.ts";
import { scenarioCollectionRoutes } from "../testing/routes/scenario-collection.ts";
import { scenarioGenerationRoutes } from "../testing/routes/scenario-generation.ts";
import { scenarioSetRoutes } from "../testing/routes/scenario-sets.ts";
import { testRunRoutes } from "../testing/routes/test-runs.ts";
import { trialRoutes } from "../testing/routes/trial-routes.ts";
import { authenticationRoutes } from "../web/routes/authentication.ts";
import { healthRoutes } from "../web/routes/health.ts";
import { sampleRoutes } from "../web/routes/sample.ts";

/** Each module declares what its routes need; this is the sum. */
export type RouteDependencies = Parameters<typeof datapointRoutes>[0] &
  Parameters<typeof exportRoutes>[0] &
  Parameters<typeof overviewRoutes>[0] &
  Parameters<typeof payloadRoutes>[0] &
  Parameters<typeof sessionRoutes>[0] &
  Parameters<typeof tailRoutes>[0] &
  Parameters<typeof viewRoutes>[0] &
  Parameters<typeof dashboardRoutes>[0] &
  Parameters<typeof traceRoutes>[0] &
  Parameters<typeof traceTreeRoutes>[0] &
  Parameters<typeof mediaRoutes>[0] &
  Parameters<typeof monitorRoutes>[0] &
  Parameters<typeof previewRoutes>[0] &
  Parameters<typeof checkRoutes>[0] &
  Parameters<typeof customCheckRoutes>[0] &
  Parameters<typeof trialRoutes>[0] &
  Parameters<typeof generateRoutes>[0] &
  Parameters<typeof verdictRoutes>[0] &
  Parameters<typeof labelRoutes>[0] &
  Parameters<typeof issueRoutes>[0] &
  Parameters<typeof channelRoutes>[0] &
  Parameters<typeof muteRoutes>[0] &
  Parameters<typeof healthRoutes>[0] &
  Parameters<typeof deadLetterRoutes>[0] &
  Parameters<typeof tokenRoutes>[0] &
  Parameters<typeof projectRoutes>[0] &
  Parameters<typeof sampleRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof invitationRoutes>[0] &
  Parameters<typeof meRoutes>[0] &
  Parameters<typeof auditRoutes>[0] &
  Parameters<typeof upstreamRoutes>[0] &
  Parameters<typeof privacyRoutes>[0] &
  Parameters<typeof scenarioGenerationRoutes>[0] &
  Parameters<typeof scenarioSetRoutes>[0] &
  Parameters<typeof scenarioCollectionRoutes>[0] &
  Parameters<typeof modelRoutes>[0] &
  Parameters<typeof modelTrialRoutes>[0] &
  Parameters<typeof providerKeyRoutes>[0] &
  Parameters<typeof testRunRoutes>[0] &
  Parameters<typeof reevaluationRoutes>[0] &
  Parameters<typeof deletionRoutes>[0] &
  Parameters<typeof judgeRoutes>[0] &
  Parameters<typeof judgeComparisonRoutes>[0] &
  Parameters<typeof jobRoutes>[0];

/** Returns every route of /api/v1. */
export function routesOf(dependencies: RouteDependencies): readonly Route[] {
  return [
    ...datapointRoutes(dependencies),
    ...exportRoutes(dependencies),
    ...overviewRoutes(dependencies),
    ...payloadRoutes(dependencies),
    ...sessionRoutes(dependencies),
    ...tailRoutes(dependencies),
    ...viewRoutes(dependencies),
    ...dashboardRoutes(dependencies),
    ...traceRoutes(dependencies),
    ...traceTreeRoutes(dependencies),
    ...mediaRoutes(dependencies),
    ...previewRoutes(dependencies),
    ...monitorRoutes(dependencies),
    ...checkRoutes(dependencies),
    ...customCheckRoutes(dependencies),
    ...trialRoutes(dependencies),
    ...generateRoutes(dependencies),
    ...verdictRoutes(dependencies),
    ...labelRoutes(dependencies),
    ...issueRoutes(dependencies),
    ...channelRoutes(dependencies),
    ...muteRoutes(dependencies),
    ...healthRoutes(dependencies),
    ...deadLetterRoutes(dependencies),
    ...tokenRoutes(dependencies),
    ...projectRoutes(dependencies),
    ...sampleRoutes(dependencies),
    ...userRoutes(dependencies),
    ...invitationRoutes(dependencies),
    ...meRoutes(dependencies),
    ...auditRoutes(dependencies),
    ...upstreamRoutes(dependencies),
    ...privacyRoutes(dependencies),
    ...scenarioGenerationRoutes(dependencies),
    ...scenarioSetRoutes(dependencies),
    ...scenarioCollectionRoutes(dependencies),
    ...modelRoutes(dependencies),
    ...modelTrialRoutes(dependencies),
    ...providerKeyRoutes(dependencies),
    ...testRunRoutes(dependencies),
    ...reevaluationRoutes(dependencies),
    ...deletionRoutes(dependencies),
    ...judgeRoutes(dependencies),
    ...judgeComparisonRoutes(dependencies),
    ...jobRoutes(dependencies),
  ];
}

/** Routes of /api/v1 that need no authentication. */
export const openRoutesOf = (dependencies: Parameters<typeof authenticationRoutes>[0]): readonly OpenRoute[] =>
  authenticationRoutes(dependencies);
