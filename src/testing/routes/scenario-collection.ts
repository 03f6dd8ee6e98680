import type { z } from "zod";
import type { SampleReader } from "../../checks/index.ts";
import { type DatapointReader, datapointFields } from "../../datapoints/index.ts";
import { queryOf, rangeOf } from "../../datapoints/service.ts";
import type { FindingReader, IssueStore } from "../../issues/index.ts";
import { createIssueReading } from "../../issues/service.ts";
import type { MonitorStore } from "../../monitors/index.ts";
import { asDatapointId, asTestRunId, type DatapointId, type ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PrivacyStore, ProjectPrivacy, TextScrubber } from "../../privacy/index.ts";
import { defineRoute, notFound, refusal } from "../../server/service.ts";
import {
  CollectedScenarioSet,
  FailingScenarioSet,
  FromDatapoints,
  FromTestRun,
} from "../contract/scenario-collection.ts";
import type { ScenarioStore, TestRunStore } from "../ports/testing-stores.ts";
import { createCollect } from "../runs/collect.ts";
import { failingSeeds } from "../runs/failing-rows.ts";
import type { Settling } from "../runs/settle.ts";
import { keyOfInput } from "../scenario.ts";
import { scenarioSetJson } from "./scenario-json.ts";
import { scenarioTarget } from "./scenario-target.ts";

interface ScenarioCollectionDependencies {
  readonly scenarios: ScenarioStore;
  readonly datapoints: DatapointReader;
  readonly samples: SampleReader;
  readonly findings: FindingReader;
  readonly issues: IssueStore;
  readonly monitors: MonitorStore;
  readonly privacy: PrivacyStore;
  /** Defaults of projects without their own settings. */
  readonly ownPrivacy: Required<ProjectPrivacy>;
  readonly scrub: TextScrubber;
  readonly testRuns: TestRunStore;
  readonly settling: Settling;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

type Filed = { readonly id: DatapointId; readonly partitionTime: number };

/** Builds scenario sets from production calls and failed test rows. */
export function scenarioCollectionRoutes(dependencies: ScenarioCollectionDependencies) {
  const { scenarios, samples, findings, privacy, ownPrivacy, testRuns, settling, now, baseUrl } = dependencies;
  const issues = createIssueReading(dependencies);
  const collect = createCollect(dependencies);

  return [
    defineRoute({
      method: "POST",
      path: "/scenario-sets/from-datapoints",
      scope: "write",
      tag: "scenario sets",
      summary:
        "Make a scenario set of datapoints, or add them to one; secrets and personal data are replaced by markers",
      body: FromDatapoints,
      answers: { 201: CollectedScenarioSet },
      async handle({ principal: { projectId }, body }) {
        const target = await scenarioTarget(projectId, body, dependencies);
        const { filed, more } = await found(projectId, body);
        if (filed.length === 0) throw refusal("not-found", "no stored datapoint matches", fieldOf(body));
        const { rules = ownPrivacy.rules } = await privacy.get(projectId);
        const { seeds, leftOut, redacted } = await collect({
          projectId,
          filed,
          form: body.input,
          results: new Map<string, Json>(body.results.map(({ datapointId, result }) => [datapointId, result])),
          known: target.known,
          patterns: rules.patterns,
        });
        if (seeds.length === 0) {
          const [first] = leftOut;
          throw refusal("conflict", `none of ${filed.length} gives a row: ${first?.reason ?? "nothing is left"}`);
        }
        const set = await target.add(seeds);
        const counts = Array.from(redacted, ([type, count]) => ({ type, count }));
        const scenario = scenarioSetJson(set, baseUrl());
        return { status: 201, body: { scenario, added: seeds.length, leftOut, more, redacted: counts } };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets/from-test-run",
      scope: "write",
      tag: "scenario sets",
      summary: "Make a scenario set of the rows that failed in a test run, or add them to one",
      body: FromTestRun,
      answers: { 201: FailingScenarioSet },
      async handle({ principal: { projectId }, body }) {
        const run = await testRuns.get(projectId, asTestRunId(body.runId));
        if (!run) throw refusal("invalid-request", "there is no such test run", "runId");
        if (run.state === "running" || run.state === "evaluating")
          throw refusal("conflict", `the run is ${run.state}: wait for its end`, "runId");
        const target = await scenarioTarget(projectId, body, dependencies);
        const rows = await scenarios.rows(run.scenarioSetId, run.scenarioVersion, 0, 100_000);
        const attempts = await settling.judgedRows(run, 0, 1_000_000);
        const failing = failingSeeds(run, rows, attempts, body.checks);
        const seeds = failing.filter(({ input }) => !target.known.has(keyOfInput(input)));
        if (seeds.length === 0)
          throw refusal("conflict", failing.length === 0 ? "no row failed" : "the set has every row that failed");
        const scenario = scenarioSetJson(await target.add(seeds), baseUrl());
        return { status: 201, body: { scenario, added: seeds.length, known: failing.length - seeds.length } };
      },
    }),
  ];

  /** Returns the requested datapoints, newest first, and whether there are more. */
  async function found(
    project: ProjectId,
    request: z.output<typeof FromDatapoints>,
  ): Promise<{ readonly filed: readonly Filed[]; readonly more: boolean }> {
    const { datapointIds, q = "", issueId, limit } = request;
    if (datapointIds) {
      const ids = [...new Set(datapointIds)].map(asDatapointId);
      const locations = new Map((await samples.locate(project, ids)).map((location) => [location.id, location]));
      const lost = ids.find((id) => !locations.has(id));
      if (lost !== undefined) throw notFound(`datapoint as ${lost}`);
      return { filed: ids.flatMap((id) => locations.get(id) ?? []), more: false };
    }
    const filed =
      issueId === undefined
        ? await samples.sample(
            project,
            queryOf(q, now(), { fields: datapointFields }),
            rangeOf(request, now()),
            limit + 1,
          )
        : await occurrences(project, issueId, limit + 1);
    return { filed: filed.slice(0, limit), more: filed.length > limit };
  }

  async function occurrences(project: ProjectId, issueId: string, count: number): Promise<readonly Filed[]> {
    const group = await issues.groupOf(project, await issues.find(project, issueId));
    const filed: Filed[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const limit = Math.min(200, count - filed.length);
      if (limit <= 0) break;
      const page = await findings.occurrences(project, group, { limit, ...(cursor === undefined ? {} : { cursor }) });
      filed.push(...page.items.map(({ datapoint: { id, partitionTime } }) => ({ id, partitionTime })));
      cursor = page.nextCursor;
    }
    return filed;
  }
}

const fieldOf = ({ datapointIds, issueId }: z.output<typeof FromDatapoints>) =>
  datapointIds ? "datapointIds" : issueId === undefined ? "q" : "issueId";
