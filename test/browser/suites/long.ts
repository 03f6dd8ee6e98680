import { describe, expect, test } from "vitest";
import type { Web } from "../../support/clients/web.ts";

const p = "/p/global";
type Recorded = { items: readonly { id: string }[] };

/** Content of any length: shows its beginning, and the rest on request. */
export function describeLong(web: () => Web): void {
  async function record(call: object): Promise<string> {
    const { items } = await web().api<Recorded>("/datapoints", call);
    const id = items[0]?.id ?? "";
    await expect.poll(async () => (await web().api<{ id?: string }>(`/datapoints/${id}?cut=1000`)).id).toBe(id);
    return id;
  }

  describe("long content", () => {
    test("big-json-20mb: of twenty megabytes opens from its beginning, and its raw view is one key away", async () => {
      const rows = Array.from({ length: 150_000 }, (_, number) => ({ number, text: "x".repeat(100) }));
      const json = JSON.stringify(rows);
      expect(json.length).toBeGreaterThan(19e6);
      const id = await record({
        requestModel: "m",
        input: `begin ${json}`,
        output: [{ role: "assistant", parts: [{ type: "tool_call", id: "c", name: "f", arguments: { rows } }] }],
      });
      const page = await web().open(`${p}/datapoints/${id}`);
      await page.getByText("begin [{", { exact: false }).first().waitFor();
      const drawn = () => page.locator("main").innerText();
      expect((await drawn()).length).toBeLessThan(60_000);
      await page.getByRole("button", { name: "Show all", exact: false }).first().click();
      await page
        .getByRole("button", { name: /^Show the next/ })
        .first()
        .click();
      await expect.poll(async () => (await drawn()).length).toBeGreaterThan(120_000);
      await page.keyboard.press("\\");
      await page.locator(".json").first().waitFor();
      await page.keyboard.press("\\");
      await page.getByText("begin [{", { exact: false }).first().waitFor();
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("a picture is fetched on a click and not before, at the end of a dialog whose turns are jumped to", async () => {
      const earlier = Array.from({ length: 30 }, (_, number) => ({
        role: "user",
        parts: [{ type: "text", text: `question ${number}` }],
      }));
      const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
      const image = { type: "image", mediaType: "image/png", url: `data:image/png;base64,${png}` };
      const id = await record({
        requestModel: "m",
        input: [...earlier, { role: "user", parts: [{ type: "text", text: "what is this?" }, image] }],
        output: "a dot",
      });
      const page = await web().open(`${p}/datapoints/${id}`);
      expect(await page.locator("main img").count()).toBe(0);
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.locator("main img").waitFor();
      await page.getByRole("button", { name: "Jump to one of 32" }).click();
      await page.getByRole("button", { name: "7 User question 6" }).click();
      await expect.poll(() => page.evaluate("document.activeElement?.innerText")).toContain("question 6");
      expect(await page.locator("main img").getAttribute("src")).toMatch(/^(blob|data):/);
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("base64-5mb: a picture of five megabytes holds nothing up, and its bytes are not in the dialog", async () => {
      const bytes = Buffer.alloc(5_000_000, 7);
      bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      const url = `data:image/png;base64,${bytes.toString("base64")}`;
      const id = await record({
        requestModel: "m",
        input: [
          {
            role: "user",
            parts: [
              { type: "text", text: "what is on this large picture?" },
              { type: "image", mediaType: "image/png", url },
            ],
          },
        ],
        output: "sand",
      });
      // The attributes contain it as received; the dialog refers to it by its digest.
      const { input } = await web().api<{ input: unknown }>(`/datapoints/${id}`);
      expect(JSON.stringify(input).length).toBeLessThan(1000);
      const page = await web().open(`${p}/datapoints/${id}`);
      await page.getByText("what is on this large picture?").first().waitFor();
      await page.getByText("5.0 MB").first().waitFor();
      expect(await page.locator("main img").count()).toBe(0);
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("trace-10k: a trace of ten thousand spans is drawn in windows, walked by key and opened at a span", async () => {
      const traceId = "7".repeat(32);
      const spanId = (number: number) => (number + 1).toString(16).padStart(16, "0");
      const startedAt = Date.now() - 60_000;
      const spans = Array.from({ length: 10_000 }, (_, number) => ({
        traceId,
        spanId: spanId(number),
        ...(number === 0 ? {} : { parentSpanId: spanId(number % 100 === 0 ? 0 : number - (number % 100)) }),
        name: `step ${number}`,
        kind: 1,
        startTimeUnixNano: `${startedAt + number * 5}000000`,
        endTimeUnixNano: `${startedAt + number * 5 + 40}000000`,
        status: number === 9000 ? { code: 2, message: "no" } : {},
      }));
      await web().send("/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans }] }] });
      await expect
        .poll(async () => (await web().api<{ spanCount?: number }>(`/traces/${traceId}/tree?limit=1`)).spanCount, {
          interval: 500,
        })
        .toBe(10_000);
      const page = await web().open(`${p}/traces/${traceId}`);
      await page.getByText("step 0", { exact: true }).waitFor();
      expect(await page.locator("[role=treeitem]").count()).toBeLessThan(100);
      await page.keyboard.press("e");
      await page.getByText("step 9000", { exact: true }).first().waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get("span")).toBe(spanId(9000));
      await page.getByRole("region", { name: "Span" }).getByText("no", { exact: true }).waitFor();
      await web().show(page, `${p}/traces/${traceId}?span=${spanId(5000)}`);
      await page.locator("[role=treeitem]").getByText("step 5000", { exact: true }).waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.getByText("99 more").waitFor();
      await page.keyboard.press("ControlOrMeta+f");
      await page.keyboard.type("STEP 5050");
      await page.getByText("1 found").waitFor();
      await page.keyboard.press("Enter");
      // Its branch was collapsed.
      await page.locator("[role=treeitem]").getByText("step 5050", { exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("span")).toBe(spanId(5050));
      await page.keyboard.press("Escape");
      await page.keyboard.press("v");
      await page.getByText("the 1,000 longest of 10,000 spans").waitFor();
      expect(new URL(page.url()).searchParams.get("view")).toBe("flame");
      await page.getByRole("tree", { name: "Spans" }).and(page.locator("[aria-busy=false]")).waitFor();
      await page.context().close();
    });
  });
}
