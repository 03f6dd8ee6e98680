import { z } from "zod";
import { runReasonKinds } from "../runs/conclusion.ts";

const RunReason = z
  .strictObject({
    kind: z.enum(runReasonKinds),
    check: z.string().optional(),
    rows: z.int().describe("Rows that the reason is about"),
    of: z.int().describe("All rows; for `failed`, those with a verdict"),
    text: z.string(),
  })
  .meta({ id: "RunReason" });

export const RunConclusion = z
  .strictObject({
    passed: z.boolean().describe("Every row has a response, and every check gave verdicts, all of them passed"),
    headline: z.string(),
    reasons: z.array(RunReason).describe("Why it has not passed. A caller that accepts some failures leaves those out"),
  })
  .meta({ id: "RunConclusion" });
