import { appLinks, isoTime } from "../../server/service.ts";
import type { ScenarioSet } from "../scenario.ts";

/** Returns a scenario set as JSON of the API. */
export function scenarioSetJson({ projectId, createdAt, updatedAt, ...set }: ScenarioSet, baseUrl: string) {
  return {
    ...set,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    appLink: appLinks(baseUrl, projectId).scenarioSet(set.id),
  };
}
