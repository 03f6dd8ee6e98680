import { z } from "zod";
import { groupingFields } from "../../monitors/index.ts";
import { Id } from "../../server/service.ts";

const by = z.array(z.enum(groupingFields)).min(1).max(groupingFields.length);

export const GroupByRequest = z
  .strictObject({ by: by.describe("Fields of the calls: one issue for each value") })
  .meta({ id: "GroupByRequest" });

export const GroupMonitorRequest = z
  .strictObject({ monitor: Id.describe("Id of the monitor"), by: by.describe("Fields of the calls") })
  .meta({ id: "GroupMonitorRequest" });

export const Regrouped = z
  .strictObject({
    issues: z.int().describe("Open issues of the monitor whose findings were moved, at most 200"),
    groups: z.int().describe("Issues that hold them now"),
  })
  .meta({ id: "Regrouped" });
