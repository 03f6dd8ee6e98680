import { z } from "zod";
import type { CheckDefinition, CustomCheckStore, TryDefinition, VerdictLabelStore } from "../../checks/index.ts";
import { CompareRequest, DryRun, DryRunRequest, definitionOf } from "../../checks/service.ts";
import type { DatapointReader, Recognize } from "../../datapoints/index.ts";
import { createGivenCall } from "../../datapoints/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, ok, refusal } from "../../server/service.ts";
import { createTrials } from "./trials.ts";

interface TrialRoutesDependencies {
  readonly customChecks: CustomCheckStore;
  readonly datapoints: DatapointReader;
  readonly tryDefinition: TryDefinition;
  readonly verdictLabels: VerdictLabelStore;
  readonly recognize: Recognize;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Tries one or two definitions on stored datapoints; stores nothing. */
export function trialRoutes(dependencies: TrialRoutesDependencies) {
  const { customChecks } = dependencies;
  const trials = createTrials(dependencies);
  const givenCall = createGivenCall(dependencies);

  return [
    defineRoute({
      method: "POST",
      path: "/checks/dry-run",
      scope: "write",
      audit: false,
      tag: "checks",
      summary: "Try a definition on stored datapoints before saving it, optionally against a saved one",
      body: DryRunRequest,
      answers: { 200: DryRun },
      async handle({ principal: { projectId }, body: { definition, against, given, ...selection } }) {
        const sample = {
          ...selection,
          given: given?.map(({ datapoint, expected }, index) => ({
            datapoint: givenCall(projectId, datapoint, `given.${index}`),
            expected,
          })),
        };
        const one = { name: against?.name ?? "draft", definition: definitionOf(definition) };
        if (!against) return ok(await trials(projectId, sample, one));
        const other = await saved(projectId, against.name, against.number);
        return ok(await trials(projectId, sample, one, { name: against.name, definition: other }));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/checks/:name/compare",
      scope: "write",
      audit: false,
      tag: "checks",
      summary: "Run two versions of a check on the same datapoints and show which verdicts change",
      params: { name: z.string().max(200) },
      body: CompareRequest,
      answers: { 200: DryRun },
      async handle({ principal: { projectId }, params: { name }, body: { from, to, ...sample } }) {
        const [before, after] = [await saved(projectId, name, from), await saved(projectId, name, to)];
        return ok(await trials(projectId, sample, { name, definition: after }, { name, definition: before }));
      },
    }),
  ];

  async function saved(project: ProjectId, name: string, number?: number): Promise<CheckDefinition> {
    const versions = await customChecks.versions(project, name);
    const found = number === undefined ? versions[0] : versions.find((version) => version.number === number);
    if (found) return found.definition;
    const what = number === undefined ? `no check named ${name}` : `no version ${number} of ${name}`;
    throw refusal("not-found", `this project has ${what}`);
  }
}
