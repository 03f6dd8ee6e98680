import { expect, test } from "vitest";
import { startApi } from "../support/service/api.ts";

const path = "/api/v1/dashboards";
const chart = { title: "Cost", measure: "cost", by: "model" };

test("a dashboard is made, given other charts and deleted", async () => {
  await using service = await startApi();
  const made = await service.ask("POST", path, { body: { name: "Spend", charts: [chart] } });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "Spend", charts: [{ ...chart, q: "", kind: "bars", wide: false }] },
  });
  const own = `${path}/${made.body.id}`;
  const changed = await service.ask("PATCH", own, { body: { charts: [] } });
  expect(changed.body).toMatchObject({ name: "Spend", charts: [] });
  expect((await service.ask("GET", own)).body).toEqual(changed.body);
  expect((await service.ask("DELETE", own)).status).toBe(204);
  expect((await service.ask("GET", own)).status).toBe(404);
});

test.each([
  ["a query with a mistake", { name: "a", charts: [chart, { ...chart, q: "model:(" }] }, 400, "charts.1.q"],
  ["an unknown measure", { name: "a", charts: [{ ...chart, measure: "joy" }] }, 400, "charts.0.measure"],
  ["too many charts", { name: "a", charts: Array.from({ length: 25 }, () => chart) }, 400, "charts"],
  ["a name that is taken", { name: "Taken" }, 409, "name"],
])("%s is refused", async (_, body, status, field) => {
  await using service = await startApi();
  await service.ask("POST", path, { body: { name: "Taken" } });
  expect(await service.ask("POST", path, { body })).toMatchObject({ status, body: { field } });
});
