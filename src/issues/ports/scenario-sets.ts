import type { ProjectId, ScenarioSetId } from "../../platform/ids.ts";

/** Finds a scenario set by id or name. */
export type FindScenarioSet = (
  project: ProjectId,
  key: string,
) => Promise<{ readonly id: ScenarioSetId; readonly name: string } | undefined>;
