import { auditRoutes } from "../../accounts/routes/audit-log.ts";
import { invitationRoutes } from "../../accounts/routes/invitations.ts";
import { meRoutes } from "../../accounts/routes/me.ts";
import { projectRoutes } from "../../accounts/routes/projects.ts";
import { tokenRoutes } from "../../accounts/routes/tokens.ts";
import { userRoutes } from "../../accounts/routes/users.ts";
import { checkRoutes } from "../../checks/routes/checks.ts";
import { customCheckRoutes } from "../../checks/routes/custom-checks.ts";
import { generateRoutes } from "../../checks/routes/generate.ts";
import { jobRoutes } from "../../checks/routes/jobs.ts";
import { judgeComparisonRoutes } from "../../checks/routes/judge-comparison.ts";
import { judgeRoutes } from "../../checks/routes/judges.ts";
import { labelRoutes } from "../../checks/routes/labels.ts";
import { sampleRoutes } from "../../checks/routes/sample.ts";
import { dashboardRoutes } from "../../dashboards/routes/dashboards.ts";
import { overviewRoutes } from "../../dashboards/routes/overview.ts";
import { viewRoutes } from "../../dashboards/routes/views.ts";
import { sessionRoutes } from "../../datapoints/routes/call-sessions.ts";
import { datapointRoutes } from "../../datapoints/routes/datapoints.ts";
import { exportRoutes } from "../../datapoints/routes/export.ts";
import { mediaRoutes } from "../../datapoints/routes/media.ts";
import { payloadRoutes } from "../../datapoints/routes/payload.ts";
import { tailRoutes } from "../../datapoints/routes/tail.ts";
import { traceTreeRoutes } from "../../datapoints/routes/trace-tree.ts";
import { traceRoutes } from "../../datapoints/routes/traces.ts";
import { issueRoutes } from "../../issues/routes/issues.ts";
import { monitorRoutes } from "../../monitors/routes/monitors.ts";
import { reevaluationRoutes } from "../../monitors/routes/reevaluation.ts";
import { verdictRoutes } from "../../monitors/routes/verdicts.ts";
import { channelRoutes } from "../../notifications/routes/channels.ts";
import { muteRoutes } from "../../notifications/routes/mutes.ts";
import { deadLetterRoutes } from "../../pipeline/routes/dead-letters.ts";
import { deletionRoutes } from "../../privacy/routes/deletions.ts";
import { privacyRoutes } from "../../privacy/routes/privacy.ts";
import { providerKeyRoutes } from "../../providers/routes/provider-keys.ts";
import { upstreamRoutes } from "../../providers/routes/upstreams.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import type { OpenRoute, Route } from "../../server/routes/route.ts";
import { modelTrialRoutes } from "../../testing/routes/model-trial.ts";
import { modelRoutes } from "../../testing/routes/models.ts";
import { scenarioCollectionRoutes } from "../../testing/routes/scenario-collection.ts";
import { scenarioGenerationRoutes } from "../../testing/routes/scenario-generation.ts";
import { scenarioSetRoutes } from "../../testing/routes/scenario-sets.ts";
import { testRunRoutes } from "../../testing/routes/test-runs.ts";
import { trialRoutes } from "../../testing/routes/trial-routes.ts";
import { doorRoutes } from "./door.ts";
import { healthRoutes } from "./health.ts";

/** Every route of /api/v1. */
export function routesOf(needs: ApiNeeds): readonly Route[] {
  return [
    ...datapointRoutes(needs),
    ...exportRoutes(needs),
    ...overviewRoutes(needs),
    ...payloadRoutes(needs),
    ...sessionRoutes(needs),
    ...tailRoutes(needs),
    ...viewRoutes(needs),
    ...dashboardRoutes(needs),
    ...traceRoutes(needs),
    ...traceTreeRoutes(needs),
    ...mediaRoutes(needs),
    ...monitorRoutes(needs),
    ...checkRoutes(needs),
    ...customCheckRoutes(needs),
    ...trialRoutes(needs),
    ...generateRoutes(needs),
    ...verdictRoutes(needs),
    ...labelRoutes(needs),
    ...issueRoutes(needs),
    ...channelRoutes(needs),
    ...muteRoutes(needs),
    ...healthRoutes(needs),
    ...deadLetterRoutes(needs),
    ...tokenRoutes(needs),
    ...projectRoutes(needs),
    ...sampleRoutes(needs),
    ...userRoutes(needs),
    ...invitationRoutes(needs),
    ...meRoutes(needs),
    ...auditRoutes(needs),
    ...upstreamRoutes(needs),
    ...privacyRoutes(needs),
    ...scenarioGenerationRoutes(needs),
    ...scenarioSetRoutes(needs),
    ...scenarioCollectionRoutes(needs),
    ...modelRoutes(needs),
    ...modelTrialRoutes(needs),
    ...providerKeyRoutes(needs),
    ...testRunRoutes(needs),
    ...reevaluationRoutes(needs),
    ...deletionRoutes(needs),
    ...judgeRoutes(needs),
    ...judgeComparisonRoutes(needs),
    ...jobRoutes(needs),
  ];
}

/** Those of /api/v1 that anybody may use. */
export const openRoutesOf = (needs: ApiNeeds): readonly OpenRoute[] => doorRoutes(needs);
