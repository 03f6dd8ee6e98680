import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Web } from "../../support/clients/web.ts";

const p = "/p/global";
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
type Rows = { items: readonly { id: string }[] };

/** All Datapoints: facets, live updates, and saved views. */
export function describeLists(web: () => Web): void {
  describe("All Datapoints", () => {
    test("facet-timeout-keeps-rows: shows rows even if their facets cannot be counted in time", async () => {
      const page = await web().open("/");
      await page.route(/\/datapoints\/(facets|histogram)/, (route) =>
        route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({ type: "/problems/too-expensive", detail: "this took too long", status: 503 }),
        }),
      );
      // A button also refetches the rows after a refusal or a slow search.
      let found: "nothing" | "none so far" | "all" = "nothing";
      await page.route(/\/api\/v1\/datapoints\?/, async (route) => {
        const requestUrl = new URL(route.request().url());
        const isFirst = !requestUrl.searchParams.has("cursor");
        requestUrl.searchParams.delete("cursor");
        if (found === "nothing")
          await route.fulfill({ status: 429, json: { title: "Too many requests", detail: "wait", status: 429 } });
        else if (found === "all") await route.continue({ url: requestUrl.href });
        else if (isFirst) await route.fulfill({ json: { items: [], nextCursor: "older", searchedTo: hoursAgo(6) } });
      });
      await web().show(page, `${p}/datapoints`);
      const refused = page.getByRole("alert").filter({ hasText: "Too many requests" });
      await refused.waitFor();
      found = "none so far";
      await refused.getByRole("button", { name: "Try again" }).click();
      // The search continues automatically until it is stopped, and does not claim that nothing matches.
      await page.getByRole("heading", { name: "Searching …" }).waitFor();
      await page.getByRole("status").filter({ hasText: "Looked at the newest 6 hours, 0 found" }).waitFor();
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await page.getByRole("heading", { name: "Nothing found so far" }).waitFor();
      found = "all";
      await page.getByRole("button", { name: "Search older" }).click();
      await page.locator("[role=grid] .row").first().waitFor();
      await expect.poll(() => page.locator(".histogram").innerText()).toContain("this took too long");
      await expect.poll(() => page.locator(".facets").innerText()).toContain("this took too long");
      await expect.poll(() => page.locator("[role=grid] .row").count()).toBeGreaterThan(10);
      await page.context().close();
    });

    test("is filtered by a facet, and the search box shows the same", async () => {
      const page = await web().open(`${p}/datapoints?q=has%3Auser`);
      await page.getByRole("checkbox", { name: /^staging/ }).check();
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("has:user env:staging");
      const box = page.getByRole("combobox", { name: "Search datapoints" });
      await expect.poll(() => box.inputValue()).toBe("has:user env:staging");
      const { items } = await web().api<Rows>("/datapoints?q=has:user env:staging&limit=200");
      await expect.poll(() => page.locator(".foot-bar").innerText()).toContain(`${items.length} datapoints`);
      await page.getByRole("checkbox", { name: /^production/ }).check();
      await expect.poll(() => box.inputValue()).toBe("has:user env:(staging OR production)");
      await page
        .locator("[role=grid] .row [role=gridcell]")
        .getByText("gpt-4o", { exact: true })
        .first()
        .click({ button: "right" });
      await expect.poll(() => page.evaluate("document.activeElement?.className")).toBe("option");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => box.inputValue()).toBe("has:user env:(staging OR production) -model:gpt-4o");
      await page.context().close();
    });

    test("tail-with-filter: follows what arrives, with the filter applied by the service", async () => {
      const page = await web().open(`${p}/datapoints?q=tag%3Afollowed&live=1`);
      await page.getByRole("button", { name: "Live" }).waitFor();
      const call = { requestModel: "m", input: "followed?", output: "yes" };
      await web().api("/datapoints", { ...call, tags: ["followed"] });
      await web().api("/datapoints", { ...call, tags: ["elsewhere"] });
      await page.locator("[role=grid] .row").first().waitFor();
      await page.waitForTimeout(1500);
      expect(await page.locator("[role=grid] .row").count()).toBe(1);
      await page.context().close();
    });

    test("stores columns, order and time range in its address and in a saved view", async () => {
      const page = await web().open(`${p}/datapoints?q=is%3Aerror`);
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("checkbox", { name: "Cost", exact: true }).uncheck();
      await page.keyboard.press("Escape");
      await page.getByRole("columnheader", { name: "Latency" }).getByRole("link").click();
      await expect.poll(() => new URL(page.url()).searchParams.get("order")).toBe("slowest");
      const { searchParams } = new URL(page.url());
      expect(searchParams.get("cols")).toBe("time,status,text,checks,latency,model,tokens");
      await page.getByRole("button", { name: "+ Save view" }).click();
      await page.getByLabel("Name").fill("Slow errors");
      await page.getByRole("button", { name: "Save view", exact: true }).dblclick();
      await page.getByRole("link", { name: "All", exact: true }).click();
      await page.getByRole("link", { name: "Slow errors" }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("is:error");
      expect(new URL(page.url()).searchParams.get("order")).toBe("slowest");
      await page.context().close();
    });

    test("exports the filtered datapoints", async () => {
      const page = await web().open(`${p}/datapoints?q=is%3Aerror`);
      await page.getByRole("button", { name: "Export" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "CSV, with previews" }).click(),
      ]);
      const lines = readFileSync(await file.path(), "utf8")
        .trimEnd()
        .split("\r\n");
      const { items } = await web().api<Rows>("/datapoints?q=is:error&limit=200");
      expect(lines).toHaveLength(items.length + 1);
      await page.context().close();
    });

    test("draws few of a hundred thousand rows, and goes to the last by a key", async () => {
      const page = await web().open("/");
      const { items } = await web().api<Rows>("/datapoints?limit=1");
      const many = Array.from({ length: 100_000 }, (_, number) => ({ ...items[0], id: `row-${number}` }));
      await page.route(/\/api\/v1\/datapoints\?/, (route) =>
        route.fulfill({ contentType: "application/json", body: JSON.stringify({ items: many }) }),
      );
      await web().show(page, `${p}/datapoints`);
      await expect.poll(() => page.locator(".foot-bar").innerText()).toContain("100,000 datapoints");
      await page.keyboard.press("Shift+G");
      await expect.poll(() => page.locator(".row[aria-selected=true]").getAttribute("aria-rowindex")).toBe("100001");
      await page.keyboard.press("k");
      await expect.poll(() => page.locator(".row[aria-selected=true]").getAttribute("aria-rowindex")).toBe("100000");
      expect(await page.locator("*").count()).toBeLessThan(3000);
      await page.keyboard.press("ControlOrMeta+f");
      await page.keyboard.type("ROW-7777");
      await page.getByText("11 found").waitFor();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(".row[aria-selected=true]").getAttribute("aria-rowindex")).toBe("7779");
      await page.context().close();
    });

    test("filter-survives-tab-switch: a filter survives another tab, another page, and the way back", async () => {
      const page = await web().open(`${p}/issues?q=${encodeURIComponent("severity:major")}`);
      const box = page.getByRole("combobox", { name: "Search issues" });
      for (const tab of ["All", "Ignored", "Open"]) {
        await page.getByRole("link", { name: tab, exact: true }).click();
        await expect.poll(() => box.inputValue()).toBe("severity:major");
      }
      await page.getByRole("link", { name: "All", exact: true }).click();
      await page.locator("[role=grid] .row a").first().click();
      await page.getByRole("region", { name: "Occurrences" }).waitFor();
      await page.goBack();
      await expect.poll(() => box.inputValue()).toBe("severity:major");
      expect(new URL(page.url()).searchParams.get("state")).toBe("all");
      await page.getByRole("link", { name: "All Datapoints" }).click();
      await page.getByRole("heading", { name: "All Datapoints" }).waitFor();
      await page.goBack();
      await expect.poll(() => box.inputValue()).toBe("severity:major");
      await page.context().close();
    });

    test("no-payload-in-list: no list carries payloads", async () => {
      const answer = await web().api<Rows>("/datapoints?limit=200");
      const perRow = JSON.stringify(answer).length / answer.items.length;
      expect(perRow).toBeLessThan(1500);
    });

    test("chooses a time range by words", async () => {
      const page = await web().open(`${p}/datapoints`);
      await page.getByRole("button", { name: /^Time range/ }).click();
      await page.getByLabel("In words").fill("last 3 hours");
      await page.keyboard.press("Enter");
      await expect.poll(() => new URL(page.url()).searchParams.get("range")).toBe("3h");
      await page.keyboard.press("Shift+T");
      await page.locator("input[type=datetime-local]").fill("2026-01-05T10:30");
      await page.keyboard.press("Enter");
      await page.getByText(/^Later ones than 5 Jan,? 10:30 are left out/).waitFor();
      await page.getByRole("button", { name: "Back to the beginning" }).click();
      await expect.poll(() => new URL(page.url()).searchParams.has("at")).toBe(false);
      await page.context().close();
    });
  });
}
