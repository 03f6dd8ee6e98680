import { z } from "zod";
import { Id, QueryText, RangeQuery, Time } from "../../server/service.ts";
import { checkRunStates, verdictLabels } from "../verdicts/check-run.ts";
import { Options } from "./options.ts";

const RequestedCheck = z.strictObject({ check: z.string().min(1).max(200), options: Options.default({}) });

/** Checks, and either datapoints by id or a query over a time range; or a monitor, which provides both. */
export const VerdictsRequest = z
  .strictObject({
    checks: z.array(RequestedCheck).min(1).max(50).optional(),
    datapointIds: z.array(Id).min(1).max(10_000).optional(),
    q: QueryText.optional(),
    monitorId: Id.optional().describe(
      "Looks in the name of this monitor: its checks, what its condition matches, its sample. Its page counts the verdicts",
    ),
    ...RangeQuery,
    limit: z.int().min(1).max(10_000).default(1000).describe("Maximum number of matching datapoints, newest first"),
  })
  .superRefine(({ checks, datapointIds, q, monitorId }, context) => {
    const mistake = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (monitorId === undefined) {
      if (checks === undefined) mistake("checks", "give checks, or a monitorId that brings its own");
      if ((datapointIds === undefined) === (q === undefined)) mistake("datapointIds", "give either datapointIds or q");
    } else if ([checks, datapointIds, q].some((field) => field !== undefined))
      mistake("monitorId", "a monitor brings its own checks and condition");
  })
  .meta({ id: "VerdictsRequest" });
export type VerdictsRequest = z.output<typeof VerdictsRequest>;

const count = z.int();

export const CheckRun = z
  .strictObject({
    id: z.string(),
    state: z.enum(checkRunStates),
    checks: z.array(z.strictObject({ check: z.string(), options: z.record(z.string(), z.unknown()) })),
    q: z.string().optional(),
    monitorId: z.string().optional().describe("The monitor in whose name it looks"),
    total: count,
    examined: count.describe("Datapoints whose checks were run or ordered"),
    problem: z.string().optional(),
    requestedBy: z.string(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "CheckRun" });

export const CheckRunDetail = z
  .strictObject({
    ...CheckRun.shape,
    verdicts: z
      .array(
        z.strictObject({
          check: z.string(),
          version: z.int(),
          passed: count,
          failed: count,
          skipped: count,
          broken: count,
          waiting: count.describe("Ordered from a judge or the sandbox, not there yet"),
        }),
      )
      .describe("By check and version: verdicts of different versions are never added up"),
  })
  .meta({ id: "CheckRunDetail" });

export const LabelRequest = z
  .strictObject({
    datapointId: Id,
    check: z.string().min(1).max(200),
    label: z.enum(verdictLabels).describe("The correct verdict"),
    note: z.string().max(2000).optional(),
  })
  .meta({ id: "LabelRequest" });

export const Label = z
  .strictObject({
    datapointId: z.string(),
    check: z.string(),
    version: z.int().describe("The version whose verdict was looked at; 0 where there was none"),
    verdict: z.string().describe("The verdict of the check"),
    label: z.enum(verdictLabels),
    note: z.string().optional(),
    by: z.string(),
    at: Time,
  })
  .meta({ id: "Label" });
