import { z } from "zod";
import { verdictStates } from "../../datapoints/service.ts";
import { scoreDirections } from "../check.ts";

export const CompareRequest = z
  .strictObject({
    base: z.string().min(1).max(100).describe("Id of the run that the others are held against"),
    runs: z.array(z.string().min(1).max(100)).min(1).max(3),
    alpha: z
      .number()
      .gt(0)
      .lt(1)
      .default(0.05)
      .describe("Share of false positives among the differences called significant"),
    rows: z.int().min(0).max(500).default(0).describe("Number of rows shown side by side, changed ones first"),
  })
  .meta({ id: "CompareRequest" });

const difference = {
  difference: z.number().describe("Run minus base"),
  low: z.number().describe("95 % confidence interval"),
  high: z.number(),
  pValue: z.number(),
  pValueAdjusted: z.number().describe("Benjamini-Hochberg, over all comparisons of this answer"),
  significant: z.boolean(),
  conclusion: z
    .enum(["better", "worse", "different", "not_significant"])
    .describe("By the direction of the score; `different`: significant, but neither side is better"),
};

const Statistics = z
  .strictObject({
    ...difference,
    chanceToBeat: z.number().describe("Probability that the run is better than the base"),
    riskToShip: z.number().describe("Expected loss by choosing the run, should it be worse"),
    riskToKeep: z.number().describe("Expected loss by keeping the base, should the run be better"),
  })
  .meta({ id: "Figures" });

const ScoreStatistics = Statistics.partial({ chanceToBeat: true, riskToShip: true, riskToKeep: true })
  .extend({
    direction: z.enum(scoreDirections).describe("Which values are better; without one there are no chances and risks"),
  })
  .meta({ id: "ScoreFigures" });

const CheckComparison = z
  .strictObject({
    runId: z.string(),
    check: z.string(),
    matched: z.int().describe("Rows with a verdict of the same version in both"),
    otherVersion: z.int().describe("Rows left out, because the check has changed between the runs"),
    outcomes: z
      .strictObject({ bothPassed: z.int(), improved: z.int(), worsened: z.int(), bothFailed: z.int() })
      .meta({ id: "Outcomes" }),
    passRate: Statistics.optional(),
    score: ScoreStatistics.optional(),
  })
  .meta({ id: "CheckComparison" });

const Change = z
  .strictObject({
    runId: z.string(),
    check: z.string(),
    rowId: z.string(),
    repeat: z.int(),
    input: z.string().describe("Its beginning"),
    datapointId: z.string().describe("The call of the run"),
    baseDatapointId: z.string().describe("The call of the base"),
    change: z.enum(["worsened", "improved"]),
  })
  .meta({ id: "Change" });

const ComparedTry = z
  .strictObject({
    runId: z.string(),
    datapointId: z.string(),
    output: z.string().optional().describe("Its beginning"),
    error: z.string().optional(),
    verdicts: z.array(z.strictObject({ check: z.string(), state: z.enum(verdictStates) })),
  })
  .meta({ id: "ComparedTry" });

const ComparedRow = z
  .strictObject({
    rowId: z.string(),
    repeat: z.int(),
    input: z.string().describe("Its beginning"),
    expected: z.string().optional().describe("Its beginning"),
    attempts: z.array(ComparedTry).describe("The base first; a run that has no such row is left out"),
  })
  .meta({ id: "ComparedRow" });

const ComparedConclusion = z
  .strictObject({
    runId: z.string(),
    passed: z.boolean().describe("Nothing became significantly worse, and every check was compared"),
    sentence: z.string(),
    reasons: z.array(z.strictObject({ check: z.string().optional(), text: z.string() })),
  })
  .meta({ id: "ComparedConclusion" });

export const Comparison = z
  .strictObject({
    conclusions: z.array(ComparedConclusion).describe("One for each run"),
    checks: z.array(CheckComparison).describe("Of each run in turn, regressions first"),
    changed: z.array(Change).describe("Regressions first"),
    rows: z.array(ComparedRow).describe("As many as requested: worse, better, the others"),
    rowCount: z.int().describe("Rows that the base and another run have"),
  })
  .meta({ id: "Comparison" });
