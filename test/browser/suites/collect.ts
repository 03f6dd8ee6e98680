import { describe, expect, test } from "vitest";
import type { Web } from "../../support/clients/web.ts";

const p = "/p/global";
interface Row {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly assignee?: string;
  readonly input: unknown;
  readonly result: unknown;
  readonly name: string;
}
type List = { items: readonly Row[] };

/** Selected rows and their actions: scenarios, checks, exports, comparisons, changes of issues. */
export function describeCollect(web: () => Web): void {
  const list = async (path: string) => (await web().api<List>(path)).items;
  const setNamed = async (name: string) => (await list("/scenario-sets?limit=200")).find((set) => set.name === name);

  describe("selected datapoints", () => {
    test("are ticked by keyboard and by Shift and click, and become a scenario set", async () => {
      const page = await web().open(`${p}/datapoints?q=${encodeURIComponent("service:support-bot status:ok")}`);
      const bar = page.locator(".foot-bar");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.keyboard.press("Shift+J");
      await bar.getByText("2 selected").waitFor();
      await page
        .locator("[role=grid] .row")
        .nth(4)
        .click({ modifiers: ["Shift"] });
      await bar.getByText("5 selected").waitFor();
      await bar.getByRole("button", { name: "Add to scenario" }).click();
      const dialog = page.getByRole("dialog", { name: "Add to scenario" });
      await dialog.getByLabel("Name of the new set").fill("Ticked");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText(/rows are in Ticked, version 1/).waitFor();
      await page.getByRole("link", { name: "Open the set" }).click();
      await page.getByRole("table", { name: "Rows of the set" }).waitFor();
      const set = await setNamed("Ticked");
      const rows = await list(`/scenario-sets/${set?.id}/rows`);
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.every(({ result }) => result === null)).toBe(true);
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("can be all that match, for checks as well", async () => {
      const page = await web().open(`${p}/datapoints?q=${encodeURIComponent("env:staging")}`);
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.getByRole("button", { name: /^Select all \d+/ }).click();
      await page.getByRole("button", { name: "Run checks" }).click();
      const dialog = page.getByRole("dialog", { name: "Run checks" });
      await dialog.getByLabel("Find a check").fill("is_json");
      await dialog.getByRole("button", { name: /is_json$/ }).click();
      await dialog.getByRole("button", { name: "Run", exact: true }).click();
      await dialog.getByText(/^Done: \d+ of \d+ examined/).waitFor();
      await dialog.getByRole("row", { name: /^is_json/ }).waitFor();
      await page.context().close();
    });

    test("are exported, and two of them compared", async () => {
      const page = await web().open(`${p}/datapoints?q=${encodeURIComponent("service:support-bot")}`);
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.keyboard.press("Shift+J");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(".foot-bar").getByRole("button", { name: "Export" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe("datapoints.jsonl");
      await page.locator(".foot-bar").getByRole("link", { name: "Compare" }).click();
      await page.getByRole("heading", { name: "Compare two datapoints" }).waitFor();
      await page.locator(".compare-two .said").first().waitFor();
      await page.getByLabel("Only what differs").check();
      await page.locator(".compare-two :is(ins, del)").first().waitFor();
      await page.context().close();
    });

    test("one becomes the next version of a set, with what a person expects of it", async () => {
      await web().api("/scenario-sets", { name: "Corrected", seedData: [{ input: "a", result: "b" }] });
      const [call] = await list(`/datapoints?q=${encodeURIComponent("service:support-bot finish:length")}&limit=1`);
      const page = await web().open(`${p}/datapoints/${call?.id}`);
      await page.getByRole("button", { name: "Add to scenario" }).click();
      const dialog = page.getByRole("dialog", { name: "Add to scenario" });
      await dialog.getByLabel("One that is there: its next version").check();
      const set = await setNamed("Corrected");
      await dialog.getByLabel("Which set").selectOption(set?.id ?? "");
      await dialog.getByLabel("Expected result, as text or JSON").fill('{"label": "delivery"}');
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("1 row is in Corrected, version 2.").waitFor();
      expect(await list(`/scenario-sets/${set?.id}/rows`)).toMatchObject([
        { input: "a" },
        { result: { label: "delivery" } },
      ]);
      await page.context().close();
    });
  });

  describe("selected issues", () => {
    test("are decided on together", async () => {
      const q = encodeURIComponent("kind:error");
      const open = (await list(`/issues?state=open&q=${q}&sort=last_seen`)).slice(0, 2);
      expect(open).toHaveLength(2);
      const now = () => Promise.all(open.map(({ number }) => web().api<Row>(`/issues/${number}`)));
      const page = await web().open(`${p}/errors`);
      const pick = async () => {
        for (const { number } of open) await page.getByLabel(`Select issue ${number}`, { exact: true }).check();
      };
      await pick();
      const bar = page.locator(".foot-bar");
      await bar.getByText("2 selected").waitFor();
      await bar.getByRole("button", { name: "Assign" }).click();
      await page.getByLabel("To", { exact: true }).fill("ann");
      await page.locator(".menu-form").getByRole("button", { name: "Assign" }).click();
      await expect.poll(async () => (await now()).map(({ assignee }) => assignee)).toEqual(["ann", "ann"]);
      await expect.poll(() => bar.count()).toBe(0);
      await pick();
      await bar.getByRole("button", { name: "Acknowledge" }).click();
      await expect.poll(async () => (await now()).map(({ state }) => state)).toEqual(["acknowledged", "acknowledged"]);
      await page.context().close();
    });

    test("the occurrences of one become a set", async () => {
      const [issue] = await list(`/issues?q=${encodeURIComponent("check:model_refusal")}`);
      const page = await web().open(`${p}/issues/${issue?.number}`);
      await page.getByRole("button", { name: "Add to scenario" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText(/rows? (is|are) in #\d+ Model refusal/).waitFor();
      await page.context().close();
    });
  });

  describe("a wrong verdict", () => {
    test("is labeled by a person, who may take it back, and measures the check", async () => {
      const [call] = await list(`/datapoints?q=${encodeURIComponent("check.model_refusal:failed")}&limit=1`);
      const page = await web().open(`${p}/datapoints/${call?.id}`);
      const button = page.getByRole("button", { name: /The verdict of model_refusal$/ });
      await button.click();
      await page.getByRole("button", { name: "It should have passed" }).click();
      await button.getByText("Wrong: passed").waitFor();
      const other = await web().open(`${p}/checks/model_refusal`);
      await other.getByText("Agrees with people on 0 of 1 labeled datapoints").waitFor();
      await other.context().close();
      await button.click();
      await page.getByRole("button", { name: "Take it back" }).click();
      await button.getByText("Wrong?").waitFor();
      await page.context().close();
    });

    test("becomes a custom check, tested on the call that it is made from", async () => {
      const [issue] = await list(`/issues?q=${encodeURIComponent("check:model_refusal")}`);
      const page = await web().open(`${p}/issues/${issue?.number}`);
      await page.getByRole("link", { name: "Create check from this" }).click();
      await page.getByRole("region", { name: "Example" }).locator(".msg.assistant").first().waitFor();
      const words = page.getByLabel("In plain words: what should it find?");
      await expect.poll(() => words.inputValue()).toContain("Model refusal");
      await page.getByRole("button", { name: "Generate the check" }).click();
      await page.getByRole("link", { name: "Judges" }).last().waitFor();
      const tried = page.getByRole("complementary", { name: "Live test" });
      await tried.getByRole("button", { name: "Test on the example" }).click();
      await tried.getByText(/1 passed · 0 failed/).waitFor();
      await page.context().close();
    });
  });
}
