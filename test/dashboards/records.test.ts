import { expect, test } from "vitest";
import type { Dashboard } from "../../src/dashboards/dashboard.ts";
import { asProjectId, globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { describeRecords } from "../support/engines/record-backends.ts";

const elsewhere = asProjectId("elsewhere");
const aDashboard = (changes: Partial<Dashboard> = {}): Dashboard => ({
  id: "dashboard_1",
  projectId: globalProject,
  name: "Cost",
  charts: [{ title: "By model", q: "env:production", measure: "cost", by: "model", kind: "bars", wide: true }],
  createdAt: noon,
  updatedAt: noon,
  ...changes,
});

describeRecords("dashboards", (backend) => {
  test("is stored with its charts, under a name that is unique in its project", async () => {
    await using records = await backend.open();
    const { dashboards } = records;
    expect(await dashboards.add(aDashboard())).toBe(true);
    expect(await dashboards.add(aDashboard({ id: "dashboard_2" }))).toBe(false);
    expect(await dashboards.add(aDashboard({ id: "dashboard_2", name: "Calls", charts: [] }))).toBe(true);
    expect((await dashboards.list(globalProject)).map(({ name }) => name)).toEqual(["Calls", "Cost"]);
    expect(await dashboards.get(globalProject, "dashboard_1")).toEqual(aDashboard());
    expect(await dashboards.get(elsewhere, "dashboard_1")).toBeUndefined();
  });

  test("one is changed and removed in its project alone", async () => {
    await using records = await backend.open();
    const { dashboards } = records;
    await dashboards.add(aDashboard());
    await dashboards.add(aDashboard({ id: "dashboard_2", name: "Calls" }));
    const after = aDashboard({ name: "Spend", charts: [], updatedAt: noon + 1 });
    expect(await dashboards.replace(after)).toBe(true);
    expect(await dashboards.get(globalProject, "dashboard_1")).toEqual(after);
    expect(await dashboards.replace(aDashboard({ name: "Calls" }))).toBe(false);
    expect(await dashboards.replace(aDashboard({ projectId: elsewhere }))).toBe(false);
    expect(await dashboards.remove(elsewhere, "dashboard_1")).toBe(false);
    expect(await dashboards.remove(globalProject, "dashboard_1")).toBe(true);
    expect(await dashboards.remove(globalProject, "dashboard_1")).toBe(false);
  });
});
