import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { appLinks } from "../../server/app-links.ts";
import type { ScenarioSet } from "../scenario.ts";

/** A scenario set as the API shows it. */
export function scenarioSetJson({ projectId, createdAt, updatedAt, ...set }: ScenarioSet, baseUrl: string) {
  return {
    ...set,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    appLink: appLinks(baseUrl, projectId).scenarioSet(set.id),
  };
}
