/**
 * What a page costs its reader, by the browser's own measures and under the conditions that Lighthouse emulates: largest
 * contentful paint, total blocking time, layout shift, and the slowest of a few key presses. Cold cache, median of several
 * visits, beside the same for a page of plain text from the same service (the network alone).
 *   node bench/web.ts [visits of each page, 3 unless told]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { startBrowser } from "../test/support/browser.ts";
import { seed, seen } from "../test/support/seed.ts";
import { startService } from "../test/support/service.ts";
import { drawn } from "../test/support/web.ts";

const visits = Number(process.argv[2] ?? 3);

interface Preset {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly roundTripMs: number;
  readonly kilobitsPerSecond: number;
  readonly slowdown: number;
  /** Milliseconds. */
  readonly lcpBudget: number;
}

/** Round trips, rates and slowdowns are those of Lighthouse's presets. */
const presets: readonly Preset[] = [
  {
    name: "desktop",
    viewport: { width: 1350, height: 940 },
    roundTripMs: 40,
    kilobitsPerSecond: 10_240,
    slowdown: 1,
    lcpBudget: 1000,
  },
  {
    name: "mobile",
    viewport: { width: 412, height: 823 },
    roundTripMs: 150,
    kilobitsPerSecond: 1638,
    slowdown: 4,
    lcpBudget: 2500,
  },
];

/** Runs in the page before anything of it; tasks over 50 ms block for what is over it, shifts count unless somebody pressed. */
const watching = `
  const seen = { lcp: 0, tbt: 0, cls: 0, key: 0 };
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
  watch("longtask", (entry) => { seen.tbt += Math.max(0, entry.duration - 50); });
  watch("layout-shift", (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  watch("event", (entry) => { if (entry.name === "keydown") seen.key = Math.max(seen.key, entry.duration); }, { durationThreshold: 16 });
  window.measured = () => seen;
`;

const root = join(import.meta.dirname, "..");
execFileSync(process.execPath, [join(root, "dashboards/app/build.ts"), "--if-needed"], { cwd: root });
const folder = mkdtempSync(join(tmpdir(), "gaffe-bench-web-"));
const service = await startService({ folder });
const browser = await startBrowser();
try {
  await seed(service);
  await seen(service, 80);
  await measureAll(browser);
} finally {
  await browser.close();
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}

interface Seen {
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly key: number;
}

async function measureAll(browser: Browser): Promise<void> {
  const issue = await firstOf("/issues?q=check:model_refusal", "number");
  const trace = await firstOf("/datapoints?q=source:otlp&limit=1", "traceId");
  const pages = {
    "plain text (baseline)": "/llms.txt",
    Home: "/p/global/",
    "All Datapoints": "/p/global/datapoints",
    Issues: "/p/global/issues",
    "an issue": `/p/global/issues/${issue}`,
    "a trace": `/p/global/traces/${trace}`,
    Monitors: "/p/global/monitors",
    Dashboards: "/p/global/dashboards",
  };
  for (const preset of presets) {
    console.log(`\n${preset.name}: budgets LCP ${preset.lcpBudget} ms, TBT 200 ms, CLS 0.05, key 200 ms`);
    for (const [name, path] of Object.entries(pages)) {
      const all: Seen[] = [];
      for (let visit = 0; visit < visits; visit++) all.push(await visited(browser, preset, path));
      const [lcp, tbt, cls, key] = [median(all, "lcp"), median(all, "tbt"), median(all, "cls"), median(all, "key")];
      const isOver = lcp > preset.lcpBudget || tbt > 200 || cls > 0.05 || key > 200;
      console.log(
        `${name.padEnd(22)} LCP ${ms(lcp)}  TBT ${ms(tbt)}  CLS ${cls.toFixed(3)}  key ${ms(key)}${isOver ? "  over budget" : ""}`,
      );
    }
  }
}

function ms(value: number): string {
  return `${Math.round(value)} ms`.padStart(8);
}

function median(all: readonly Seen[], field: keyof Seen): number {
  return all.map((each) => each[field]).sort((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
}

async function visited(browser: Browser, preset: Preset, path: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: preset.viewport });
  const page = await context.newPage();
  await page.addInitScript(watching);
  await slowed(await context.newCDPSession(page), preset);
  page.setDefaultTimeout(60_000);
  await page.goto(`${service.url}${path}`);
  if (path.startsWith("/p/")) {
    await drawn(page);
    await quiet(page);
    for (const key of ["j", "j", "k"]) await page.keyboard.press(key, { delay: 20 });
  }
  await quiet(page);
  const found = await page.evaluate<Seen>("window.measured()");
  await context.close();
  return found;
}

async function slowed(session: CDPSession, { roundTripMs, kilobitsPerSecond, slowdown }: Preset): Promise<void> {
  const bytesPerSecond = (kilobitsPerSecond * 1000) / 8;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** Until what was pressed is painted, and the browser has told how long it took. */
function quiet(page: Page): Promise<unknown> {
  return page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))");
}

async function firstOf(path: string, key: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1${path}`, { headers: { "api-key": service.token } });
  const { items = [] } = (await answer.json()) as { items?: readonly Readonly<Record<string, unknown>>[] };
  return String(items[0]?.[key]);
}
