/**
 * Measures what large content costs its reader, by the browser's own metrics: a list of a hundred thousand
 * rows (frames while scrolling, a key press, elements), twenty megabytes of JSON and a picture of five (the
 * longest task while they are opened and read). The baseline is a short list that scrolls in the same run.
 *  node bench/web-large.ts
 */
import type { Page } from "playwright-core";
import { drawn } from "../test/support/clients/web.ts";
import { apiOf, eventually } from "../test/support/service/service-api.ts";
import { startWebApp, waitUntilPainted } from "./web-app.ts";

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** Runs in the page: milliseconds between frames while the list is scrolled by ten rows a frame. */
const scrolled = `new Promise((done) => {
  const place = [...document.querySelectorAll("main *")].find((each) => each.scrollHeight > each.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(each).overflowY));
  const frames = [];
  let [last, count] = [performance.now(), 0];
  const step = (now) => {
    if (count++ > 0) frames.push(now - last);
    last = now;
    place.scrollTop = (count * 280) % (place.scrollHeight - place.clientHeight);
    if (count < 200) requestAnimationFrame(step); else done(frames);
  };
  requestAnimationFrame(step);
})`;

await using app = await startWebApp({ GAFFE_MAX_BODY: "100000000" });
const { service, browser } = app;
const list = "/p/global/datapoints";
await ofRows(200);
await ofRows(100_000);
await ofContent("JSON of 20 MB", twentyMegabytes(), "begin [{");
await ofContent("picture of 5 MB", picture(), "what is on it?");

async function ofRows(count: number): Promise<void> {
  const { items } = (await apiOf(service).get("/datapoints?limit=1")) as Listed;
  const many = JSON.stringify({ items: Array.from({ length: count }, (_, at) => ({ ...items[0], id: `row-${at}` })) });
  const page = await opened();
  await page.route(/\/api\/v1\/datapoints\?/, (route) =>
    route.fulfill({ contentType: "application/json", body: many }),
  );
  await page.goto(`${service.url}${list}`);
  await page.locator(".foot-bar", { hasText: `${count.toLocaleString("en")} datapoints` }).waitFor();
  await drawn(page);
  const frames = await page.evaluate<number[]>(scrolled);
  for (let press = 0; press < 20; press++) await page.keyboard.press("j", { delay: 20 });
  await waitUntilPainted(page);
  const { keys } = await page.evaluate<Measured>("window.measured()");
  report(`${count} rows`, {
    framesP50Ms: quantile(frames, 0.5),
    framesP95Ms: quantile(frames, 0.95),
    keyP95Ms: quantile(keys, 0.95),
    elements: await page.locator("*").count(),
  });
  await page.context().close();
}

async function ofContent(name: string, call: object, inputText: string): Promise<void> {
  const { items } = (await apiOf(service).post("/datapoints", call)) as Listed;
  const id = String(items[0]?.["id"]);
  await eventually(
    () => fetch(`${service.url}/api/v1/datapoints/${id}?cut=1000`, { headers: { "api-key": service.token } }),
    ({ ok }) => ok,
  );
  const page = await opened();
  const from = performance.now();
  await page.goto(`${service.url}${list}/${id}`);
  await page.getByText(inputText, { exact: false }).first().waitFor();
  const openedMs = performance.now() - from;
  await page.keyboard.press("\\");
  await page.locator(".json").first().waitFor();
  await waitUntilPainted(page);
  const { tasks } = await page.evaluate<Measured>("window.measured()");
  report(name, { openedMs: Math.round(openedMs), longestTaskMs: Math.round(Math.max(0, ...tasks)) });
  await page.context().close();
}

interface Measured {
  readonly tasks: readonly number[];
  readonly keys: readonly number[];
}

async function opened(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1350, height: 940 } })).newPage();
  await page.addInitScript(`
    const seen = { tasks: [], keys: [] };
    const watch = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
    watch("longtask", ({ duration }) => seen.tasks.push(duration));
    watch("event", ({ name, duration }) => { if (name === "keydown") seen.keys.push(duration); }, { durationThreshold: 16 });
    window.measured = () => seen;
  `);
  return page;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}

function report(scene: string, metrics: Readonly<Record<string, number>>): void {
  console.log(JSON.stringify({ bench: "web large", scene, ...metrics }));
}

function twentyMegabytes(): object {
  const rows = Array.from({ length: 150_000 }, (_, number) => ({ number, text: "x".repeat(100) }));
  const parts = [{ type: "tool_call", id: "c", name: "f", arguments: { rows } }];
  return {
    startedAt: new Date().toISOString(),
    requestModel: "m",
    input: `begin ${JSON.stringify(rows)}`,
    output: [{ role: "assistant", parts }],
  };
}

function picture(): object {
  const bytes = Buffer.alloc(5_000_000, 7);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const image = { type: "image", mediaType: "image/png", url: `data:image/png;base64,${bytes.toString("base64")}` };
  const parts = [{ type: "text", text: "what is on it?" }, image];
  return { startedAt: new Date().toISOString(), requestModel: "m", input: [{ role: "user", parts }], output: "sand" };
}
