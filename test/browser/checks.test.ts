import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser } from "../support/clients/browser.ts";
import { startWeb } from "../support/clients/web.ts";
import { faultsOf } from "../support/service/faults.ts";
import { eventually } from "../support/service/service-api.ts";

const p = "/p/global";

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
  });
  afterAll(() => web.close());

  test("a check is written, tested on stored datapoints, saved, and shown in the library", async () => {
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

  test("a library check shows its verdicts on two conversations, and its accuracy", async () => {
    const page = await web.open(`${p}/checks/sycophancy`);
    const examples = page.getByRole("region", { name: "Examples" });
    await examples.getByText("You are right, I apologise. It is 54.").waitFor();
    await page.getByText(/Agreement with people is not measured/).waitFor();
    await page.goto(`${web.service.url}${p}/checks/model_refusal`);
    const measured = page.getByRole("region", { name: "Measured accuracy" });
    await measured.getByRole("cell", { name: "refusal", exact: true }).first().waitFor();
    expect(page.misdeeds).toEqual({ requests: [], errors: [] });
  });

  test("no page of checks has an accessibility fault in either theme", async () => {
    const faults: string[] = [];
    const page = await web.open(`${p}/checks/new`);
    await page.getByRole("textbox", { name: "Code of the check" }).waitFor();
    faults.push(...(await faultsOf(page)));
    for (const name of ["makes_promises", "is_json", "model_refusal", "nosuch"]) {
      await web.show(page, `${p}/checks/${name}`);
      faults.push(...(await faultsOf(page)).map((fault) => `${name} ${fault}`));
    }
    faults.push(...page.misdeeds.errors);
    await page.context().close();
    expect(faults).toEqual([]);
  });
});
