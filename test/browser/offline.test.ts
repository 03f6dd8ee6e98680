import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser } from "../support/clients/browser.ts";
import { drawn, startWeb } from "../support/clients/web.ts";
import { cutAt } from "../support/clients/widths.ts";
import { seedOffline } from "../support/data/seed-offline.ts";
import { faultsOf } from "../support/service/faults.ts";
import { describeFlows } from "./suites/flows.ts";
import { describeModels } from "./suites/models.ts";

const p = "/p/global";
const orders = ["1", "2", "3", "4", "5", "6"];

describe.skipIf(noBrowser)(`pages of offline runs${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let web: Awaited<ReturnType<typeof startWeb>>;
  let ids: Awaited<ReturnType<typeof seedOffline>>;

  beforeAll(async () => {
    web = await startWeb();
    ids = await seedOffline(web.service);
  });
  afterAll(() => web.close());

  const paths = () => [
    `${p}/scenarios`,
    `${p}/scenarios/${ids.set}`,
    `${p}/test-runs`,
    `${p}/test-runs/${ids.before}`,
    `${p}/test-runs/${ids.intents}`,
    `${p}/test-runs/compare?base=${ids.before}&runs=${ids.after}`,
    `${p}/test-runs/compare`,
    `${p}/test-runs/new?scenario=${ids.set}&model=${ids.model}&type=MULTI_TURN&checks=latency`,
    `${p}/test-runs/new?scenario=${ids.set}&model=${ids.own}`,
    `${p}/test-runs/${ids.talk}?unfolded=${ids.try}`,
    `${p}/models`,
    `${p}/models/new?scenario=${ids.set}`,
    `${p}/models/${ids.model}?scenario=${ids.set}`,
    `${p}/models/${ids.http}`,
    `${p}/models/${ids.own}`,
    `${p}/settings/providers`,
  ];

  test("no page has an accessibility fault in either theme, or is cut at 1024 pixels", async () => {
    const faults: string[] = [];
    const page = await web.open("/");
    for (const path of paths()) {
      await web.show(page, path);
      faults.push(...[...(await faultsOf(page)), ...(await cutAt(page, 1024))].map((fault) => `${path}: ${fault}`));
    }
    await page.close();
    expect(faults).toEqual([]);
  });

  test("the list shows which build started a run, and a run is deleted after a confirmation", async () => {
    const build = { commit: "0123456789abcdef", ciUrl: "https://ci.example/builds/7" };
    const request = { name: "Nightly of main", scenarioId: ids.set, modelId: ids.own, ...build };
    const { id } = await web.api<{ id: string }>("/test-runs", request);
    await web.api(`/test-runs/${id}/cancel`, {});
    const page = await web.open(`${p}/test-runs`);
    const row = page.getByRole("row", { name: /Nightly of main.*0123456/ });
    expect(await row.getByRole("link", { name: "build" }).getAttribute("href")).toBe(build.ciUrl);
    await row.getByRole("link", { name: "Nightly of main" }).click();
    await page.getByRole("button", { name: "Delete Nightly of main" }).click();
    await page.getByRole("button", { name: "Delete for ever" }).click();
    await page.waitForURL(/test-runs$/);
    await row.waitFor({ state: "detached" });
    await page.close();
  });

  test("a run shows its checks and rows, only what went wrong on request, and leads to the call", async () => {
    const page = await web.open(`${p}/test-runs/${ids.before}`);
    await drawn(page);
    await page.getByRole("row", { name: /are_required_params_present 4 2/ }).waitFor();
    const rows = page.getByRole("table", { name: "Rows of the run" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(1 + orders.length);
    await page.getByLabel("Only what went wrong").check();
    await expect.poll(() => rows.count()).toBe(1 + 2);
    await page.getByRole("button", { name: "Refund order 2" }).click();
    await page.locator("tr.opened .msg.assistant").getByText("calls refund").waitFor();
    await page.getByRole("link", { name: "The call" }).click();
    await page.waitForURL(/\/datapoints\//);
    await page.close();
  });

  test("what failed in a run becomes a set, and the answers are re-evaluated by another check", async () => {
    const page = await web.open(`${p}/test-runs/${ids.before}`);
    await page.getByRole("button", { name: "Failing rows to a set" }).click();
    await page.getByRole("dialog").getByLabel("Name of the new set").fill("Still failing");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 rows are in Still failing, version 1").waitFor();
    await page.getByRole("link", { name: "Open the set" }).click();
    await page.getByRole("row", { name: /Refund order 2 .* a failing run/ }).waitFor();
    await web.show(page, `${p}/test-runs/${ids.before}`);
    await page.getByRole("button", { name: "Re-evaluate" }).click();
    const dialog = page.getByRole("dialog", { name: "Judge the answers again" });
    await dialog.getByLabel("Find a check").fill("do_param_values_match");
    await dialog.getByRole("button", { name: /do_param_values_match$/ }).click();
    await dialog.getByRole("button", { name: "Judge", exact: true }).click();
    await page.getByRole("heading", { name: "Agent 1, re-evaluated" }).waitFor();
    await page.getByRole("row", { name: /do_param_values_match 4 2/ }).waitFor();
    await page.getByRole("link", { name: "another run" }).click();
    await page.getByRole("heading", { name: "Agent 1", exact: true }).waitFor();
    await page.close();
  });

  describeModels(() => web);
  describeFlows(() => web);

  test("compare-opens-each-side: two runs are chosen and compared: regressions first, each cell leads to its own call, any may be the base", async () => {
    const page = await web.open(`${p}/test-runs`);
    await page.getByLabel("Compare Agent 1", { exact: true }).check();
    await page.getByLabel("Compare Agent 2", { exact: true }).check();
    await page.getByRole("button", { name: "Compare 2" }).click();
    await page.waitForURL(new RegExp(`base=${ids.before}`));
    await page.getByRole("row", { name: /^are_required_params_present 6 66\.7 % 66\.7 % / }).waitFor();
    await page.getByText("1 worse, 1 better").waitFor();
    const rows = page.getByRole("table", { name: "Rows side by side" }).getByRole("row");
    expect(await rows.count()).toBe(1 + 2);
    const worse = rows.nth(1);
    expect(await worse.textContent()).toContain("▼are_required_params_present");
    const [before, now] = await Promise.all(
      ["Agent 1", "Agent 2"].map((run) =>
        worse.getByRole("link", { name: `Call of ${run}: Refund order 4` }).getAttribute("href"),
      ),
    );
    expect(now).not.toBe(before);
    await page.getByRole("button", { name: "are_required_params_present: the 1 better" }).click();
    await expect.poll(() => rows.count()).toBe(1 + 1);
    await page.getByRole("combobox", { name: "Which rows" }).selectOption("all");
    await expect.poll(() => rows.count()).toBe(1 + orders.length);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      (async () => {
        await page.getByRole("button", { name: "Export" }).click();
        await page.getByRole("button", { name: "Markdown, for a pull request" }).click();
      })(),
    ]);
    expect(file.suggestedFilename()).toBe("comparison.md");

    await page.getByRole("combobox", { name: "Base" }).selectOption({ label: "Agent 2" });
    await page.waitForURL(new RegExp(`base=${ids.after}`));
    await page.getByRole("link", { name: "Compare with the base: Agent 1: Refund order 2" }).click();
    await page.getByRole("heading", { name: "Compare two datapoints" }).waitFor();
    await page.locator(".compare-two ins, .compare-two del").first().waitFor();
    await page.close();
  });

  test("the confusion matrix shows which label was mistaken for which", async () => {
    const page = await web.open(`${p}/test-runs/${ids.intents}`);
    await page.getByRole("row", { name: /refund 1 0 0.000 0.000 0.000 1/ }).waitFor();
    await page.close();
  });

  test("a set is created from pasted rows, and a mistake in them is shown with its line", async () => {
    const page = await web.open(`${p}/scenarios`);
    await page.getByRole("button", { name: "New scenario set" }).click();
    await page.getByLabel("Name").fill("Pasted");
    await page.getByLabel("Or paste the rows").fill('{"input":"a","result":"b"}\n{"input":');
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("line 2: Invalid JSON").waitFor();
    await page.getByLabel("Or paste the rows").fill("input,result\nWhere is it?,orders\n");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/\/scenarios\/scenario_/);
    await page.getByRole("row", { name: "Where is it? orders by hand" }).waitFor();
    await page.close();
  });
});
