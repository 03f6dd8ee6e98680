import { z } from "zod";
import { evidenceTargets, issueKinds, NewDatapoint, severities } from "../../datapoints/service.ts";
import type { Json } from "../../platform/json/json.ts";
import { AnyJson, Id, Time } from "../../server/service.ts";
import { checkModes, checkNeeds, checkSubjects, costClasses, scoreDirections } from "../check.ts";
import { Options } from "./options.ts";

export const Check = z
  .strictObject({
    name: z.string(),
    version: z.int(),
    kind: z.enum(["code", "judge"]),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    costClass: z.enum(costClasses),
    judges: z.enum(checkSubjects),
    output: z.strictObject({
      type: z.enum(["boolean", "score"]),
      rule: z.string(),
      direction: z.enum(scoreDirections).optional().describe("Of a score: which values are better"),
    }),
    targets: z.array(z.enum(evidenceTargets)),
    needs: z.array(z.enum(checkNeeds)),
    mode: z.enum(checkModes),
    severity: z.enum(severities),
    finds: z.enum(issueKinds),
    tier: z.int(),
    source: z.string(),
    pack: z.string().optional().describe("Judge checks of one pack may share a call"),
    unavailable: z.string().optional().describe("What it needs before it can run at all"),
    optionsSchema: z.record(z.string(), AnyJson).describe("JSON Schema of the options"),
    custom: z
      .strictObject({
        number: z.int().describe("Counts saved definitions from 1; `version` names the definition itself"),
        tags: z.array(z.string()),
        off: z.strictObject({ reason: z.string(), at: Time }).optional().describe("It is not run, and why"),
        createdAt: Time,
        updatedAt: Time,
      })
      .optional()
      .describe("Of a check that this project wrote itself"),
  })
  .meta({ id: "Check" });

/** Either a stored datapoint by id, or one given in the request. */
export const EvaluateRequest = z
  .strictObject({
    datapointId: Id.optional(),
    datapoint: NewDatapoint.optional(),
    options: Options.default({}),
    expected: AnyJson.transform((expected) => expected as Json | undefined).optional(),
  })
  .refine((request) => (request.datapointId === undefined) !== (request.datapoint === undefined), {
    message: "give either datapointId or datapoint",
    path: ["datapointId"],
  })
  .meta({ id: "EvaluateRequest" });
