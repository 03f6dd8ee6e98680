import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser } from "../support/browser.ts";
import { eventually } from "../support/service-api.ts";
import { drawn, startWeb } from "../support/web.ts";

const p = "/p/global";

interface Rules {
  run(context: unknown, options: object): Promise<{ violations: readonly { id: string; nodes: { html: string }[] }[] }>;
}

describe.skipIf(noBrowser)(`the check builder${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let web: Awaited<ReturnType<typeof startWeb>>;

  beforeAll(async () => {
    web = await startWeb();
    for (const output of ["This is guaranteed to work.", "I hope it works."])
      await fetch(`${web.service.url}/api/v1/datapoints`, {
        method: "POST",
        headers: { "api-key": web.service.token, "content-type": "application/json" },
        body: JSON.stringify({ input: "Does it work?", output }),
      });
    await eventually(
      () => web.api<{ items: readonly unknown[] }>("/datapoints"),
      ({ items }) => items.length === 2,
    );
  }, 120_000);
  afterAll(() => web.close());

  test("a check is written, tested on what is stored, saved, and shown in the library", {
    timeout: 90_000,
  }, async () => {
    const page = await web.open(`${p}/checks/new`);
    await page.getByRole("textbox", { name: "Code of the check" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("makes_promises");
    await page.getByLabel("Title").fill("Makes promises");
    const result = page.getByRole("complementary", { name: "Live test" });
    await result.getByRole("button", { name: /Test/ }).click();
    await result.getByText(/1 passed · 1 failed/).waitFor();
    expect(await result.getByText('it says "guaranteed"').count()).toBe(1);
    await page.getByRole("button", { name: "Create check" }).click();
    await page.getByRole("heading", { name: "Edit Makes promises" }).waitFor();
    await page.goto(`${web.service.url}${p}/checks?state=custom`);
    await page.getByRole("link", { name: "Makes promises" }).first().waitFor();
    expect(page.misdeeds).toEqual({ requests: [], errors: [] });
  });

  test("a check of the library is shown by what it says of two conversations, and how well it does", {
    timeout: 90_000,
  }, async () => {
    const page = await web.open(`${p}/checks/sycophancy`);
    const examples = page.getByRole("region", { name: "Examples" });
    await examples.getByText("You are right, I apologise. It is 54.").waitFor();
    await page.getByText(/Agreement with people is not measured/).waitFor();
    await page.goto(`${web.service.url}${p}/checks/model_refusal`);
    const measured = page.getByRole("region", { name: "Measured accuracy" });
    await measured.getByRole("cell", { name: "refusal", exact: true }).first().waitFor();
    expect(page.misdeeds).toEqual({ requests: [], errors: [] });
  });

  test.each(["light", "dark"] as const)(
    "no page of checks has an accessibility fault (%s)",
    { timeout: 90_000 },
    async (theme) => {
      const faults: string[] = [];
      for (const path of [
        `${p}/checks/new`,
        `${p}/checks/makes_promises`,
        `${p}/checks/is_json`,
        `${p}/checks/model_refusal`,
        `${p}/checks/nosuch`,
      ]) {
        const page = await web.open(path, theme);
        if (path.endsWith("new")) await page.getByRole("textbox", { name: "Code of the check" }).waitFor();
        await drawn(page);
        await page.evaluate(axe.source);
        const found = await page.evaluate(async () => {
          const { axe: rules, document } = globalThis as unknown as { axe: Rules; document: unknown };
          const { violations } = await rules.run(document, {
            runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"],
          });
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
        });
        faults.push(...found.map((fault) => `${path} ${fault}`), ...page.misdeeds.errors);
        await page.context().close();
      }
      expect(faults).toEqual([]);
    },
  );
});
