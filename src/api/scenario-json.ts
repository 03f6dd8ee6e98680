import { isoTime } from "../contract/datapoint-json.ts";
import { appLinks } from "../domain/app-links.ts";
import type { ScenarioSet } from "../domain/scenario.ts";

/** A scenario set as the API shows it. */
export function scenarioSetJson({ projectId, createdAt, updatedAt, ...set }: ScenarioSet, baseUrl: string) {
  return {
    ...set,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    appLink: appLinks(baseUrl, projectId).scenarioSet(set.id),
  };
}
