import { z } from "zod";
import { inputForms } from "../../checks/service.ts";
import { GivenJson, Id, Name, QueryText, RangeQuery, Tags } from "../../server/service.ts";
import { ScenarioSet, Update } from "./scenario-set.ts";

const collectAtMost = 1000;

const Target = {
  name: Name.optional().describe("Of a new scenario set"),
  scenarioId: z.string().min(1).max(200).optional().describe("Id or name of a set: the rows go to its next version"),
  tags: Tags.default([]).describe("Of a new scenario set"),
  update: Update,
};

const oneTarget = ({ name, scenarioId }: { name?: string | undefined; scenarioId?: string | undefined }) =>
  (name === undefined) !== (scenarioId === undefined);
const whichTarget = { message: "give either name, for a new set, or scenarioId", path: ["name"] };

/** Datapoints by id, by a query over a time range, or the occurrences of an issue. */
export const FromDatapoints = z
  .strictObject({
    ...Target,
    datapointIds: z.array(Id).min(1).max(collectAtMost).optional(),
    q: QueryText.optional(),
    ...RangeQuery,
    issueId: Id.optional().describe("Id or number of an issue: its occurrences, newest first"),
    limit: z.int().min(1).max(collectAtMost).default(100).describe("Maximum number, newest first"),
    input: z
      .enum(inputForms)
      .default("conversation")
      .describe("What becomes the input: all messages but the system's, all of them, or the last one of a user"),
    results: z
      .array(z.strictObject({ datapointId: Id, result: GivenJson }))
      .max(collectAtMost)
      .default([])
      .describe("Expected results of some of them; the others have none"),
  })
  .refine(oneTarget, whichTarget)
  .refine(
    ({ datapointIds, q, issueId }) => [datapointIds, q, issueId].filter((one) => one !== undefined).length === 1,
    {
      message: "give one of datapointIds, q and issueId",
      path: ["datapointIds"],
    },
  )
  .meta({ id: "FromDatapoints" });

export const CollectedScenarioSet = z
  .strictObject({
    scenario: ScenarioSet,
    added: z.int(),
    leftOut: z
      .array(z.strictObject({ datapointId: z.string(), reason: z.string() }))
      .describe("Datapoints that gave no row"),
    more: z.boolean().describe("More datapoints match than the limit"),
    redacted: z
      .array(z.strictObject({ type: z.string(), count: z.int() }))
      .describe("Secrets and personal data that were replaced by markers"),
  })
  .meta({ id: "CollectedScenarioSet" });

/** Rows of a test run that failed. */
export const FromTestRun = z
  .strictObject({
    ...Target,
    runId: Id,
    checks: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(100)
      .optional()
      .describe("Rows that one of these failed; default: any check of the run, or the model call itself"),
  })
  .refine(oneTarget, whichTarget)
  .meta({ id: "FromTestRun" });

export const FailingScenarioSet = z
  .strictObject({ scenario: ScenarioSet, added: z.int(), known: z.int().describe("Rows that the set had already") })
  .meta({ id: "FailingScenarioSet" });
