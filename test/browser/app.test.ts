import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser } from "../support/clients/browser.ts";
import { drawn, pressInARow, startWeb, type Web } from "../support/clients/web.ts";
import { seed, seen } from "../support/data/seed.ts";
import { faultsOf } from "../support/service/faults.ts";
import { describeCollect } from "./suites/collect.ts";
import { describeDashboards } from "./suites/dashboards.ts";
import { describeHome } from "./suites/home.ts";
import { describeIssue } from "./suites/issue.ts";
import { describeLists } from "./suites/lists.ts";
import { describeLong } from "./suites/long.ts";
import { describeReach } from "./suites/reach.ts";

const p = "/p/global";

describe.skipIf(noBrowser)(`the web app${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let web: Web;
  let ids: {
    datapoint: string;
    refused: string;
    dashboard: string;
    issue: string;
    refusals: number;
    monitor: string;
    trace: string;
    span: string;
  };

  beforeAll(async () => {
    web = await startWeb();
    await seed(web.service);
    await seen(web.service, 80);
    type List = { items: readonly { id: string; number: number; traceId: string; spanId: string }[] };
    const [calls, refused, issues, monitors] = await Promise.all([
      web.api<List>("/datapoints?q=has:tool_calls&limit=1"),
      web.api<List>("/datapoints?q=check.model_refusal:failed&limit=1"),
      web.api<List>("/issues?q=check:model_refusal"),
      web.api<List>("/monitors"),
    ]);
    const made = await web.api<{ id: string }>("/dashboards", {
      name: "Spend",
      charts: [
        { title: "Cost by model", measure: "cost", by: "model" },
        { title: "Slowest", measure: "latency_p99", by: "service", kind: "lines", q: "has:user", wide: true },
      ],
    });
    ids = {
      dashboard: made.id,
      datapoint: calls.items[0]?.id ?? "",
      refused: refused.items[0]?.id ?? "",
      trace: calls.items[0]?.traceId ?? "",
      span: calls.items[0]?.spanId ?? "",
      issue: String(issues.items[0]?.number),
      refusals: issues.items.length,
      monitor: monitors.items[0]?.id ?? "",
    };
  });
  afterAll(() => web.close());

  const paths = (): readonly string[] => [
    "/",
    `${p}/issues`,
    `${p}/issues?state=resolved`,
    `${p}/issues/${ids.issue}`,
    `${p}/issues/${ids.issue}?tab=similar`,
    `${p}/issues/${ids.issue}?tab=trace`,
    `${p}/errors`,
    `${p}/datapoints`,
    `${p}/datapoints?q=model%3A%28`,
    `${p}/datapoints?q=has%3Atool_calls&peek=${ids.datapoint}`,
    `${p}/datapoints/${ids.datapoint}`,
    `${p}/datapoints/${ids.datapoint}?tab=raw`,
    `${p}/datapoints/nosuch`,
    `${p}/traces/${ids.trace}`,
    `${p}/monitors?where=state%3Aon&unfolded=${ids.monitor}`,
    `${p}/monitors/new?q=is%3Aerror`,
    `${p}/monitors/${ids.monitor}`,
    `${p}/checks`,
    `${p}/checks/model_refusal`,
    `${p}/issues?order=users`,
    `${p}/settings/tokens`,
    `${p}/settings/notifications`,
    `${p}/settings/privacy`,
    `${p}/settings/judges`,
    `${p}/settings/prices`,
    `${p}/settings/pipeline`,
    `${p}/settings/about`,
    `${p}/settings/preferences`,
    `${p}/sessions?unfolded=session-3`,
    `${p}/sessions/session-3`,
    `${p}/dashboards?range=1h`,
    `${p}/traces/${ids.trace}?span=${ids.span}`,
    `${p}/datapoints?order=slowest&cols=time,text,session!&facets=on`,
    `${p}/datapoints?q=has%3Atool_calls&at=2099-01-01T00:00:00.000Z&unfolded=${ids.datapoint}`,
    `${p}/datapoints?q=model%3Anosuch`,
    `${p}/datapoints/similar`,
    `${p}/datapoints/compare?a=${ids.datapoint}&b=${ids.refused}`,
    `${p}/dashboards/${ids.dashboard}?range=1h`,
    `${p}/checks/new?example=${ids.datapoint}&issue=${ids.issue}`,
  ];

  test("axe-all-routes-2-themes, csp-no-violations: no page has an accessibility fault in either theme, or breaks its policy", async () => {
    const faults: string[] = [];
    const page = await web.open("/", "dark");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    for (const path of paths()) {
      await web.show(page, path);
      const { errors, requests } = page.misdeeds;
      const misdeeds = [...errors.splice(0), ...requests.splice(0).map((url) => `requested ${url}`)];
      faults.push(...[...(await faultsOf(page)), ...misdeeds].map((fault) => `${path} ${fault}`));
    }
    // Overlays on rows: the find bar, and the menu of a cell.
    await web.show(page, `${p}/issues`);
    await page.keyboard.press("j");
    await page.keyboard.press("ControlOrMeta+f");
    await page.keyboard.type("refusal");
    await page.locator("[data-column=last]").first().click({ button: "right" });
    await page.locator(".cell-menu .option").first().waitFor();
    faults.push(...(await faultsOf(page)).map((fault) => `an open menu and a search ${fault}`));
    await page.context().close();
    expect(faults).toEqual([]);
  }, 1_800_000);

  test("url-roundtrip: the address contains the whole page state: after a reload, the page is the same", async () => {
    const page = await web.open("/");
    // Both readings use one clock, because ages and charts that end now change with time.
    const now = new Date();
    await page.clock.setFixedTime(now);
    await page.route(/\/api\/v1\/.*[?&]from=/, (route) => {
      const url = new URL(route.request().url());
      if (!url.searchParams.has("to")) url.searchParams.set("to", now.toISOString());
      return route.continue({ url: url.href });
    });
    const text = () => page.locator("main").innerText();
    for (const path of paths().filter((each) => each.includes("?") || each.includes("issues/"))) {
      await web.show(page, path);
      const before = await text();
      await page.reload();
      await drawn(page);
      await expect.poll(text, { message: path }).toBe(before);
    }
    await page.context().close();
  });

  test("queries started before the app has loaded are the page's own, and are sent once", async () => {
    const page = await web.open("/");
    const wrong: string[] = [];
    let requested: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      // A range that ends now starts at a different millisecond each time.
      url.searchParams.delete("from");
      if (url.pathname.startsWith("/api/v1/")) requested.push(url.pathname.slice(7) + url.search);
    });
    // The required queries of each page; none of them is polled.
    const needed = {
      [`${p}/datapoints?q=has%3Atool_calls`]: "/datapoints?q=",
      [`${p}/datapoints?peek=${ids.datapoint}`]: `/datapoints/${ids.datapoint}`,
      [`${p}/datapoints/${ids.datapoint}`]: `/datapoints/${ids.datapoint}`,
      [`${p}/issues/${ids.issue}`]: `/issues/${ids.issue}/occurrences`,
      [`${p}/traces/${ids.trace}`]: `/traces/${ids.trace}/tree`,
      [`${p}/sessions`]: "/sessions?",
      [`${p}/dashboards?range=1h`]: "/usage/latencies",
      [`${p}/checks`]: "/checks",
      [`${p}/monitors/new?q=is%3Aerror`]: "/checks",
    };
    for (const [path, question] of Object.entries(needed)) {
      requested = [];
      await web.show(page, path);
      const times = requested.filter((one) => one.startsWith(question));
      if (new Set(times).size !== 1 || times.length !== 1) wrong.push(`${path} requests ${JSON.stringify(times)}`);
    }
    await page.context().close();
    expect(wrong).toEqual([]);
  });

  test("short links lead to their page", async () => {
    const page = await web.open(`/d/${ids.datapoint}`);
    expect(new URL(page.url()).pathname).toBe(`${p}/datapoints/${ids.datapoint}`);
    await web.show(page, `/i/${ids.issue}`);
    await expect.poll(() => page.title()).toContain("Model refusal");
    await page.context().close();
  });

  test("jk-follows-filter: j and k walk exactly the filtered rows", async () => {
    const page = await web.open(`${p}/datapoints?q=${encodeURIComponent("is:error")}`);
    const { items } = await web.api<{ items: readonly { id: string }[] }>("/datapoints?q=is:error");
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    for (const { id } of items.slice(0, 4)) {
      await expect.poll(() => new URL(page.url()).searchParams.get("peek")).toBe(id);
      await page.keyboard.press("j");
    }
    await page.keyboard.press("e");
    await page.locator("[role=grid] .row .inline .verdicts[aria-busy=false]").waitFor();
    await page.keyboard.press("e");
    await expect.poll(() => page.locator("[role=grid] .inline").count()).toBe(0);
    await page.context().close();
  });

  test("undo-resolve: an issue is found, resolved and taken back by keyboard alone", async () => {
    const page = await web.open("/");
    await pressInARow(page, "g", "i");
    await page.waitForURL(`**${p}/issues`);
    await page.waitForSelector("[role=grid] [role=row]");
    await page.keyboard.press("/");
    await page.keyboard.type("check:model_refusal");
    await page.keyboard.press("Enter");
    // One for each topic, below the headings of the columns.
    await expect.poll(() => page.locator("[role=row]").count()).toBe(ids.refusals + 1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/issues/${ids.issue}`);
    await page.waitForSelector("text=Why it is an issue");
    // The undo offer disappears after a while without a request.
    const changed = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.keyboard.press("r");
    await page.locator(".toast button").press("Enter");
    expect(await (await changed).json()).toMatchObject({ state: "resolved" });
    await expect.poll(stateOf).toBe("open");
    await page.context().close();
    async function stateOf() {
      return (await web.api<{ state: string }>(`/issues/${ids.issue}`)).state;
    }
  });

  test("a mistake in a query is shown with its column, and no request is sent", async () => {
    const page = await web.open(`${p}/datapoints`);
    await page.getByRole("combobox", { name: "Search datapoints" }).fill("modle:gpt-4o");
    await page.waitForSelector(".diagnostics");
    expect(await page.locator(".diagnostics").innerText()).toContain("column 1");
    await page.context().close();
  });

  test("a monitor is made from a filter, with its preview", async () => {
    const page = await web.open(`${p}/datapoints?q=${encodeURIComponent("env:staging")}`);
    await page.getByRole("link", { name: "Create monitor from filter" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Staging answers");
    await page.getByRole("searchbox", { name: "Add a check" }).fill("function name");
    await page.getByRole("checkbox", { name: /Function name is correct/ }).check();
    await page.waitForSelector("text=Tested on the newest");
    await page.getByRole("button", { name: "Save & backfill …" }).click();
    await page.getByRole("button", { name: "Last 24 hours" }).click();
    await page.getByText(/^Done: (\d+) of \1 examined/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Edit Staging answers" }).waitFor();
    const { items } = await web.api<{ items: readonly { name: string; condition: string }[] }>("/monitors");
    expect(items.find(({ name }) => name === "Staging answers")?.condition).toBe("env:staging");
    await page.context().close();
  });

  test("a test datapoint is sent from Home and followed to its verdict and its issue", async () => {
    const page = await web.open("/");
    await page.getByText("Connect another application").click();
    await page.getByRole("button", { name: "Send test datapoint" }).click();
    await page.getByText("model_refusal failed").waitFor();
    await page.getByRole("link", { name: /^issue #\d+$/ }).waitFor();
    await page.context().close();
  });

  test("md-xss-corpus: content of strangers runs nothing and calls nowhere, plain or rendered", async () => {
    const { items } = await web.api<{ items: readonly { id: string }[] }>("/datapoints", {
      requestModel: "gpt-4o",
      input: [
        {
          role: "user",
          parts: [
            { type: "text", text: corpus },
            { type: "image", url: "https://evil.test/pixel.png" },
          ],
        },
      ],
      output: [
        {
          role: "assistant",
          parts: [
            { type: "text", text: corpus },
            { type: "reasoning", text: corpus },
          ],
        },
      ],
      metadata: { "<img src=x onerror=alert(1)>": "<script>alert(2)</script>" },
    });
    const id = items[0]?.id ?? "";
    await expect.poll(async () => (await web.api<{ id?: string }>(`/datapoints/${id}`)).id).toBe(id);
    const page = await web.open(`${p}/datapoints/${id}`);
    for (const mode of ["Rendered", "JSON", "Plain"]) {
      for (const button of await page.getByRole("button", { name: mode, exact: true }).all()) await button.click();
      await page.locator("summary").first().click();
      await page.waitForTimeout(300);
      if (mode === "Rendered") await page.waitForSelector(".md");
      const dangerous =
        "main :is(script, iframe, object, embed, img[src^=http], svg[onload], [onerror], [onload], form[action], a[href^='javascript' i], a[href^='data' i], a[href^='//'])";
      expect(await page.locator(dangerous).count(), mode).toBe(0);
    }
    expect(page.misdeeds).toEqual({ requests: [], errors: [] });
    await page.context().close();
  });

  test("an answer of a megabyte opens and can be shown whole", async () => {
    const big = `start ${"lorem ipsum dolor ".repeat(50_000)} end`;
    const { items } = await web.api<{ items: readonly { id: string }[] }>("/datapoints", {
      requestModel: "m",
      input: "q",
      output: big,
    });
    const id = items[0]?.id ?? "";
    await expect.poll(async () => (await web.api<{ id?: string }>(`/datapoints/${id}`)).id).toBe(id);
    const page = await web.open(`${p}/datapoints/${id}`);
    const shown = await page.locator("main").innerText();
    expect(shown.length).toBeLessThan(60_000);
    await page.getByRole("button", { name: /^Show all/ }).click();
    await expect.poll(() => page.locator(".msg.assistant").innerText()).toContain("end");
    await page.context().close();
  });

  describeHome(() => web);
  describeIssue(
    () => web,
    () => ids.issue,
  );
  describeLists(() => web);
  describeCollect(() => web);
  describeDashboards(() => web);
  describeLong(() => web);
  describeReach(() => web, paths);
});

const corpus = `<script>alert(1)</script> <img src=x onerror=alert(1)> <svg onload=alert(1)> <iframe src="https://evil.test/"></iframe>
![beacon](https://evil.test/beacon.png) ![b2](//evil.test/b.png) ![d](data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=)
[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,<script>alert(1)</script>) [d](vbscript:msgbox(1)) [e](//evil.test)
<a href="javascript:alert(1)">x</a> <form action="https://evil.test"><input></form> <link rel=stylesheet href="https://evil.test/a.css">
<style>@import url("https://evil.test/b.css");</style> <meta http-equiv=refresh content="0;url=https://evil.test"> <base href="https://evil.test/">
[ref]: https://evil.test/ref "t"
<https://evil.test/auto> <object data="https://evil.test/o"></object> <video poster="https://evil.test/p.png"></video> "><img/src/onerror=alert(1)>`;
