import { describe, expect, test } from "vitest";
import { pressInARow, type Web } from "../../support/clients/web.ts";

const p = "/p/global";

/** An issue from its cause to its resolution: by keyboard, and by touch. */
export function describeIssue(web: () => Web, issue: () => string): void {
  describe("an issue", () => {
    test("shows its dialog, trace, likes and raw form, each by a key and in the address", async () => {
      const page = await web().open(`${p}/issues/${issue()}`);
      const tab = () => new URL(page.url()).searchParams.get("tab");
      await page.getByRole("region", { name: "Dialog" }).waitFor();
      await page.getByRole("button", { name: /^Show in the output/ }).click();
      await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("MARK");
      await page.keyboard.press("2");
      await page.getByRole("tree", { name: "Spans" }).waitFor();
      await page.keyboard.press("3");
      await page.getByRole("region", { name: "Similar issues" }).waitFor();
      expect(
        await page.getByRole("region", { name: "Other occurrences" }).getByRole("listitem").count(),
      ).toBeGreaterThan(0);
      expect(tab()).toBe("similar");
      await page.keyboard.press("4");
      await page.getByRole("region", { name: "Raw" }).waitFor();
      await page.keyboard.press("1");
      await page.getByRole("region", { name: "Dialog" }).waitFor();
      await page.keyboard.press("d");
      await page.waitForURL("**/datapoints/compare**");
      await page.getByRole("table", { name: "Both calls" }).waitFor();
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("leaves by a key sequence whose second letter is also a shortcut, without changing the issue", async () => {
      const page = await web().open(`${p}/issues/${issue()}`);
      const changes: string[] = [];
      page.on("request", (request) => void (request.method() === "PATCH" && changes.push(request.url())));
      await page.getByRole("region", { name: "Dialog" }).waitFor();
      await pressInARow(page, "g", "i");
      await page.waitForURL(`**${p}/issues`);
      await page.getByRole("heading", { name: "Issues" }).waitFor();
      expect(changes).toEqual([]);
      await page.context().close();
    });

    test("sorts issues by occurrences, page by page", async () => {
      type List = { items: readonly { number: number; occurrences: number }[]; nextCursor?: string };
      const all = (await web().api<List>("/issues?sort=occurrences&limit=200")).items;
      const sizes = all.map(({ occurrences }) => occurrences);
      expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
      const first = await web().api<List>("/issues?sort=occurrences&limit=2");
      const next = await web().api<List>(`/issues?sort=occurrences&limit=2&cursor=${first.nextCursor}`);
      expect([...first.items, ...next.items].map(({ number }) => number)).toEqual(
        all.slice(0, 4).map(({ number }) => number),
      );
      const page = await web().open(`${p}/issues?state=all&order=occurrences`);
      await page.locator("[role=grid] .row .title").first().getByText(`#${all[0]?.number}`, { exact: true }).waitFor();
      await page.context().close();
    });

    test("is assigned by keyboard", async () => {
      const page = await web().open(`${p}/issues/${issue()}`);
      const assignee = async () => (await web().api<{ assignee?: string }>(`/issues/${issue()}`)).assignee;
      await page.getByRole("region", { name: "Dialog" }).waitFor();
      await page.keyboard.press("m");
      await page.keyboard.type("ben@example.org");
      await page.keyboard.press("Enter");
      await expect.poll(assignee).toBe("ben@example.org");
      await web().api(`/issues/${issue()}`, { assignee: "" }, "PATCH");
      await page.context().close();
    });

    test("is read and decided on a phone", async () => {
      const page = await web().open(`${p}/issues?q=${encodeURIComponent("check:model_refusal")}`);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "Sessions", exact: true }).click();
      await page.getByRole("heading", { name: "Sessions" }).waitFor();
      await page.goBack();
      await page.locator("[role=grid] .row .title").first().click();
      await page.getByRole("region", { name: "Dialog" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await page.getByRole("button", { name: "Resolve", exact: true }).click();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(async () => (await web().api<{ state: string }>(`/issues/${issue()}`)).state).toBe("open");
      await page.context().close();
    });

    test("suggests recent searches and existing values", async () => {
      const page = await web().open(`${p}/datapoints`);
      const box = page.getByRole("combobox", { name: "Search datapoints" });
      await box.fill("model:");
      await page.getByRole("option", { name: /^gpt-4o / }).click();
      await page.keyboard.press("Enter");
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("model:gpt-4o");
      await expect.poll(() => page.locator(".query-marks .filter").innerText()).toBe("model:gpt-4o");
      await page.getByRole("button", { name: "Clear" }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBeNull();
      await box.click();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: /^model:gpt-4o/ }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("model:gpt-4o");
      await page.context().close();
    });

    test("leaves more room where the navigation is icons alone", async () => {
      const page = await web().open(`${p}/issues`);
      const left = async () => (await page.locator("main").boundingBox())?.x;
      await expect.poll(left).toBe(208);
      await page.keyboard.press("Control+b");
      await expect.poll(left).toBe(53);
      await page.reload();
      await expect.poll(left).toBe(53);
      await page.getByRole("link", { name: "Errors" }).click();
      await page.getByRole("heading", { name: "Errors" }).waitFor();
      await page.context().close();
    });
  });
}
