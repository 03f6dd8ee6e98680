import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pressInARow, type Web } from "../../support/clients/web.ts";
import { cutAt } from "../../support/clients/widths.ts";

const p = "/p/global";

/** Accessibility: keyboard only, narrow screens, input methods, and reduced motion. */
export function describeReach(web: () => Web, paths: () => readonly string[]): void {
  describe("reach", () => {
    test("keyboard-only-8-tasks: the work of a day is done by keyboard alone", async () => {
      const page = await web().open("/");
      const press = async (...keys: readonly string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      const path = () => new URL(page.url()).pathname;
      const param = (name: string) => new URL(page.url()).searchParams.get(name);

      await pressInARow(page, "g", "d");
      await page.locator("[role=grid] .row").first().waitFor();
      await press("/");
      await page.keyboard.type("has:user");
      await press("Enter");
      await expect.poll(() => param("q")).toBe("has:user");
      // Until the response arrives, the previous rows are shown, dimmed.
      await expect.poll(() => page.locator("[role=grid]").getAttribute("style")).toContain("opacity: 1");
      await press("Escape", "j", "Space");
      await expect.poll(() => param("peek")).toBeTruthy();
      await page.getByRole("region", { name: "Preview of the datapoint" }).waitFor();

      await page.getByRole("list", { name: "Filter by what this call has" }).waitFor();
      await press("ArrowRight", "f");
      await expect.poll(() => param("q")).toMatch(/^has:user status:(ok|error)$/);
      await press("j", "Enter");
      await expect.poll(path).toMatch(/\/datapoints\/.+/);
      await page.getByRole("tab", { name: "Raw" }).waitFor();
      await press("\\");
      await expect.poll(() => param("tab")).toBe("raw");

      await press("Control+k");
      await page.getByRole("dialog", { name: "Commands" }).waitFor();
      await page.keyboard.type("dashb");
      await press("Enter");
      await expect.poll(path).toBe(`${p}/dashboards`);
      await press("Control+\\");
      await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
      await pressInARow(page, "g", "n");
      await page.getByRole("table", { name: "Sessions" }).waitFor();
      await press("j", "e");
      await page.getByRole("list", { name: "First calls" }).waitFor();
      await press("Control+f");
      await page.keyboard.type("session-29");
      await page.getByText("1 found").waitFor();
      await press("Enter", "Escape", "ArrowRight", "Shift+F10");
      await page.getByRole("button", { name: "Only session-29" }).press("Enter");
      await expect.poll(() => param("q")).toBe("session:session-29");
      await pressInARow(page, "g", "m");
      await page.getByRole("table", { name: "Monitors" }).waitFor();
      await press("j", "f");
      await page.getByRole("button", { name: "Only state on" }).waitFor();
      await expect.poll(() => param("where")).toBe("state:on");
      await pressInARow(page, "g", "n");
      await page.getByRole("table", { name: "Sessions" }).waitFor();
      await press("j", "Enter");
      await expect.poll(path).toMatch(/\/sessions\/.+/);
      await press("Shift+?");
      await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
      await press("Escape");
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("an id that is pasted into the palette opens what it names", async () => {
      const { items } = await web().api<{ items: readonly { id: string; traceId: string }[] }>("/datapoints?limit=1");
      const page = await web().open("/");
      for (const id of [items[0]?.traceId ?? "", items[0]?.id ?? ""]) {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "What do you want to do?" }).fill(id);
        await page.keyboard.press("Enter");
        await expect.poll(() => new URL(page.url()).pathname).toContain(id);
      }
      await page.context().close();
    });

    test("unsaved input is not lost by a link or by Escape", async () => {
      const page = await web().open(`${p}/monitors/new?q=env%3Astaging`);
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      const checks = page.getByRole("link", { name: "Checks", exact: true });
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await name.fill("Half written");
      await checks.click();
      await question.getByRole("button", { name: "Stay here" }).click();
      expect(await name.inputValue()).toBe("Half written");
      await checks.click();
      await question.getByRole("button", { name: "Leave" }).click();
      await page.getByRole("heading", { name: "Checks" }).waitFor();
      await web().show(page, `${p}/datapoints`);
      await page.getByRole("button", { name: "+ Save view" }).click();
      const view = page.getByRole("dialog", { name: "Save this view" });
      await view.getByLabel("Name").fill("Half named");
      await page.keyboard.press("Escape");
      await view.getByRole("button", { name: "Keep editing" }).click();
      expect(await view.getByLabel("Name").inputValue()).toBe("Half named");
      await page.keyboard.press("Escape");
      await view.getByRole("button", { name: "Discard" }).click();
      await view.waitFor({ state: "detached" });
      await page.context().close();
    });

    test("320px-reflow: on a screen of 320 pixels every page reflows, and on one of 1024 no heading or figure is cut", async () => {
      const page = await web().open("/");
      await page.setViewportSize({ width: 320, height: 720 });
      const wide: string[] = [];
      for (const path of paths()) {
        await web().show(page, path);
        const width = await page.evaluate<number>("document.documentElement.scrollWidth");
        if (width > 320) wide.push(`${path} is ${width} wide`);
        if (!(await page.locator("main").first().isVisible())) wide.push(`${path} shows nothing`);
        wide.push(...(await cutAt(page, 1024)).map((cut) => `${path} ${cut}`));
      }
      expect(wide).toEqual([]);
      await page.context().close();
    });

    test("ime-shortcuts: letters pressed while composing, or with single keys switched off, go nowhere", async () => {
      const page = await web().open("/");
      await page.evaluate(`for (const key of ["g", "d"])
        window.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true }))`);
      await page.waitForTimeout(200);
      expect(new URL(page.url()).pathname).toMatch(/^\/p\/[^/]+\/?$/);
      await web().show(page, `${p}/settings/preferences`);
      await page.getByText("Custom shortcuts").click();
      await page.getByRole("button", { name: "Change the keys of Home" }).click();
      await page.keyboard.press("k");
      await page.getByText("k is taken: Previous row or span.").waitFor();
      await page.keyboard.press("q");
      await page.getByText("instead of").waitFor();
      await page.keyboard.press("q");
      await page.waitForURL(/\/p\/[^/]+\/?$/);
      await page.evaluate(`localStorage.setItem("gaffe.singleKeys", "off")`);
      await pressInARow(page, "g", "d");
      await page.waitForTimeout(200);
      expect(new URL(page.url()).pathname).toMatch(/^\/p\/[^/]+\/?$/);
      await page.context().close();
    });

    test("reduced-motion: nothing moves if the person prefers reduced motion", async () => {
      const page = await web().open("/");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.route(/\/api\/v1\/datapoints\?/, () => undefined);
      await page.goto(`${web().service.url}${p}/datapoints`);
      await page.locator(".pulse").first().waitFor();
      expect(await animated(page)).toBe(0);
      await page.context().close();
    });
  });
}

const animated = (page: Page) =>
  page.evaluate(
    `[...document.querySelectorAll("*")].filter((one) => getComputedStyle(one).animationName !== "none").length`,
  );
