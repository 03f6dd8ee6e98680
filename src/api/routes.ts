import { auditRoutes } from "./audit-log.ts";
import { sessionRoutes } from "./call-sessions.ts";
import { channelRoutes } from "./channels.ts";
import { checkRoutes } from "./checks.ts";
import { customCheckRoutes } from "./custom-checks.ts";
import { dashboardRoutes } from "./dashboards.ts";
import { datapointRoutes } from "./datapoints.ts";
import { deadLetterRoutes } from "./dead-letters.ts";
import { deletionRoutes } from "./deletions.ts";
import { doorRoutes } from "./door.ts";
import { exportRoutes } from "./export.ts";
import { generateRoutes } from "./generate.ts";
import { healthRoutes } from "./health.ts";
import { invitationRoutes } from "./invitations.ts";
import { issueRoutes } from "./issues.ts";
import { jobRoutes } from "./jobs.ts";
import { judgeComparisonRoutes } from "./judge-comparison.ts";
import { judgeRoutes } from "./judges.ts";
import { labelRoutes } from "./labels.ts";
import { meRoutes } from "./me.ts";
import { mediaRoutes } from "./media.ts";
import { modelTrialRoutes } from "./model-trial.ts";
import { modelRoutes } from "./models.ts";
import { monitorRoutes } from "./monitors.ts";
import { muteRoutes } from "./mutes.ts";
import type { ApiNeeds } from "./needs.ts";
import { overviewRoutes } from "./overview.ts";
import { payloadRoutes } from "./payload.ts";
import { privacyRoutes } from "./privacy.ts";
import { projectRoutes } from "./projects.ts";
import { providerKeyRoutes } from "./provider-keys.ts";
import { reevaluationRoutes } from "./reevaluation.ts";
import type { OpenRoute, Route } from "./route.ts";
import { sampleRoutes } from "./sample.ts";
import { scenarioCollectionRoutes } from "./scenario-collection.ts";
import { scenarioGenerationRoutes } from "./scenario-generation.ts";
import { scenarioSetRoutes } from "./scenario-sets.ts";
import { tailRoutes } from "./tail.ts";
import { testRunRoutes } from "./test-runs.ts";
import { tokenRoutes } from "./tokens.ts";
import { traceTreeRoutes } from "./trace-tree.ts";
import { traceRoutes } from "./traces.ts";
import { trialRoutes } from "./trial-routes.ts";
import { upstreamRoutes } from "./upstreams.ts";
import { userRoutes } from "./users.ts";
import { verdictRoutes } from "./verdicts.ts";
import { viewRoutes } from "./views.ts";

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
