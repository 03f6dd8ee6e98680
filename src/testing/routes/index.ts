import { combineRoutes } from "../../server/service.ts";
import { comparisonRoutes } from "./comparison.ts";
import { modelTrialRoutes } from "./model-trial.ts";
import { modelRoutes } from "./models.ts";
import { reevaluationRoutes } from "./reevaluation.ts";
import { scenarioCollectionRoutes } from "./scenario-collection.ts";
import { scenarioGenerationRoutes } from "./scenario-generation.ts";
import { scenarioSetRoutes } from "./scenario-sets.ts";
import { testRunRoutes } from "./test-runs.ts";
import { trialRoutes } from "./trial-routes.ts";

export const routes = combineRoutes(
  trialRoutes,
  scenarioSetRoutes,
  scenarioGenerationRoutes,
  scenarioCollectionRoutes,
  modelRoutes,
  modelTrialRoutes,
  testRunRoutes,
  comparisonRoutes,
  reevaluationRoutes,
);
