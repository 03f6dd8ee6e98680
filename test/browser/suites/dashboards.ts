import { describe, expect, test } from "vitest";
import type { Web } from "../../support/clients/web.ts";

const p = "/p/global";
interface Dashboard {
  readonly charts: readonly { readonly title: string }[];
}

/** Custom dashboards. */
export function describeDashboards(web: () => Web): void {
  describe("a custom dashboard", () => {
    test("is built from queries and measures, keeps its order, is filtered by its address, and is deleted", async () => {
      const page = await web().open(`${p}/dashboards`);
      await page.getByRole("button", { name: "+ New dashboard" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Staging");
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "Staging", level: 1 }).waitFor();
      const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      const titles = async () => (await web().api<Dashboard>(`/dashboards/${id}`)).charts.map(({ title }) => title);
      const add = async (measure: string, by: string) => {
        await page.getByRole("button", { name: "Add chart" }).click();
        const dialog = page.getByRole("dialog", { name: "Add a chart" });
        await dialog.getByRole("combobox", { name: "Measure" }).selectOption({ label: measure });
        await dialog.getByLabel("Of datapoints that match").fill("env:staging");
        await dialog.getByRole("combobox", { name: "Split by" }).selectOption(by);
        await dialog.getByRole("button", { name: "Add", exact: true }).click();
        await dialog.waitFor({ state: "detached" });
      };
      await add("Calls", "model");
      await page.getByRole("region", { name: "Calls by model" }).getByText("gpt-4o").first().waitFor();
      await add("Latency, p95", "");
      await page.getByRole("region", { name: "Latency, p95" }).waitFor();
      await expect.poll(titles).toEqual(["Calls by model", "Latency, p95"]);
      await page.getByRole("button", { name: "What to do with Latency, p95" }).click();
      await page.getByRole("button", { name: "Move earlier" }).click();
      await expect.poll(titles).toEqual(["Latency, p95", "Calls by model"]);

      await page.goto(`${page.url().split("?")[0]}?q=${encodeURIComponent("model:gpt-4o")}&range=1h`);
      const calls = page.getByRole("region", { name: "Calls by model" });
      await calls.getByText("gpt-4o").first().waitFor();
      expect(await calls.getByText("claude-sonnet-4").count()).toBe(0);
      await calls.getByRole("link", { name: "Datapoints" }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("(env:staging) (model:gpt-4o)");

      await web().show(page, `${p}/dashboards/${id}`);
      await page.getByRole("button", { name: "Delete Staging" }).click();
      await page.getByRole("button", { name: "Delete for ever" }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`${p}/dashboards`);
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });
  });
}
