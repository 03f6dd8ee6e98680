import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { globalProject } from "../../src/platform/ids.ts";
import { noBrowser, startBrowser } from "../support/clients/browser.ts";
import { noon } from "../support/data/examples.ts";
import { startApi } from "../support/service/api.ts";
import { aDeadLetter } from "../support/service/fake-pipeline.ts";
import { faultsOf } from "../support/service/faults.ts";

const root = join(import.meta.dirname, "../..");

describe.skipIf(noBrowser)(`the page Pipeline${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startApi>>;
  let page: Page;

  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, "dashboards/app/build.ts"), "--if-needed"], { cwd: root });
    service = await startApi();
    service.pipeline.lagMs = 42_000;
    service.pipeline.backlog = [{ projectId: globalProject, entries: 3, bytes: 900, oldestAt: noon - 42_000 }];
    service.pipeline.engine = { kind: "refusing", since: noon - 42_000, reason: "Table gaffe.spans does not exist" };
    service.pipeline.deadLetters = ["d1", "d2", "d3"].map((id, index) =>
      aDeadLetter({ id, projectId: globalProject, at: noon + index, reason: `Reason of ${id}` }),
    );
    browser = await startBrowser();
    page = await browser.newPage();
    const token = await service.tokenWith(["admin"]);
    await page.addInitScript(`sessionStorage.setItem("gaffe.token", ${JSON.stringify(token)})`);
    await page.goto(`${service.url}/p/global/settings/pipeline`);
    await reasonOf("d1").waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const table = () => page.getByRole("table", { name: "Dead letters" });
  const rows = () => table().getByRole("row");
  /** Searches the table only, because the banner above the page shows the newest reason as well. */
  const reasonOf = (id: string) => table().getByText(`Reason of ${id}`);

  test("shows that the pipeline is stalled and why, and never that it is idle", async () => {
    const stalled = "Stalled: Accepted data has waited to be stored for 42 s: ClickHouse refuses rows";
    await page.getByText(stalled).waitFor();
    await page.getByText("3 requests").waitFor();
    expect(await page.getByText("Stalled", { exact: true }).count()).toBe(1);
  });

  test("has no faults that axe finds", async () => {
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a dead letter is deleted after a confirmation, replayed individually, and replayed with all others", async () => {
    expect(await rows().count()).toBe(4);
    await page.getByRole("button", { name: "Delete dead letter d3" }).click();
    expect(service.pipeline.deadLetters).toHaveLength(3);
    await page.getByRole("button", { name: "Delete for ever" }).click();
    await reasonOf("d3").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Replay dead letter d1" }).click();
    await reasonOf("d1").waitFor({ state: "detached" });
    expect(service.pipeline.deadLetters.map(({ id }) => id)).toEqual(["d2"]);
    await page.getByRole("button", { name: "Replay all" }).click();
    await page.getByText("No dead letters").waitFor();
    expect(service.pipeline.replayed).toEqual([{ project: "global", ids: ["d1"] }, { project: "global" }]);
  });
});
