import { z } from "zod";
import { splitFields } from "../../datapoints/service.ts";
import { QueryText, Time } from "../../server/service.ts";
import { chartKinds, chartMeasures, chartsAtMost } from "../dashboard.ts";

const name = z.string().trim().min(1).max(80);

const shape = {
  title: z.string().trim().min(1).max(120),
  q: QueryText,
  measure: z.enum(chartMeasures),
  by: z.enum(splitFields).optional().describe("A series for each value"),
  kind: z.enum(chartKinds).describe("Bars are stacked"),
  wide: z.boolean().describe("As wide as the page"),
};

const DashboardChart = z.strictObject(shape).meta({ id: "DashboardChart" });

const GivenChart = z.strictObject({
  ...shape,
  q: shape.q.default(""),
  kind: shape.kind.default("bars"),
  wide: shape.wide.default(false),
});
const charts = z.array(GivenChart).max(chartsAtMost);

export const Dashboard = z
  .strictObject({
    id: z.string(),
    name,
    charts: z.array(DashboardChart),
    createdAt: Time,
    updatedAt: Time,
    appLink: z.string(),
  })
  .meta({ id: "Dashboard" });

export const NewDashboard = z.strictObject({ name, charts: charts.default([]) }).meta({ id: "NewDashboard" });

/** Omitted fields stay unchanged; `charts` replaces the whole ordered list. */
export const DashboardChange = z.strictObject({ name, charts }).partial().meta({ id: "DashboardChange" });
