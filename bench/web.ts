/**
 * Measures what a page costs its reader, by the browser's own metrics and under the conditions that
 * Lighthouse emulates: largest contentful paint, total blocking time, layout shift, and the slowest of a few
 * key presses. Cold cache, median of several visits, compared with a page without scripts from the same
 * service and with the speed of the machine.
 *  node bench/web.ts [visits of each page, default 3] [a part of page names, default all]
 */
import type { CDPSession } from "playwright-core";
import { drawn } from "../test/support/clients/web.ts";
import { startWebApp, waitUntilPainted } from "./web-app.ts";

const visits = Number(process.argv[2] ?? 3);
const only = process.argv[3] ?? "";
const settingsPages = [
  "tokens",
  "notifications",
  "users",
  "projects",
  "judges",
  "providers",
  "prices",
  "about",
  "privacy",
  "audit",
  "you",
  "preferences",
];

interface Preset {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly roundTripMs: number;
  readonly kilobitsPerSecond: number;
  readonly slowdown: number;
  /** In milliseconds. */
  readonly lcpBudget: number;
}

/** Round trips, rates and slowdowns of Lighthouse's presets. */
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

/**
 * Runs in the page before its own scripts. Tasks over 50 ms block for the time above that, from the first
 * contentful paint on; shifts count unless the user pressed a key, and are recorded with what moved.
 */
const watching = `
  const seen = { lcp: 0, first: Infinity, tasks: [], cls: 0, key: 0, moved: [] };
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
  watch("paint", (entry) => { if (entry.name === "first-contentful-paint") seen.first = entry.startTime; });
  watch("longtask", (entry) => { seen.tasks.push([entry.startTime, entry.duration]); });
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    seen.cls += entry.value;
    for (const { node, previousRect, currentRect } of entry.sources) {
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      const name = element ? element.tagName.toLowerCase() + [...element.classList].map((one) => "." + one).join("") : "?";
      const sizes = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(","));
      seen.moved.push(entry.value.toFixed(3) + " " + name + " " + sizes.join(" > "));
    }
  });
  watch("event", (entry) => { if (entry.name === "keydown") seen.key = Math.max(seen.key, entry.duration); }, { durationThreshold: 16 });
  const blocked = () => seen.tasks.reduce((sum, [start, length]) =>
    sum + Math.max(0, start + length - Math.max(start, seen.first) - 50), 0);
  window.measured = () => ({ ...seen, tbt: blocked() });
`;

/** Strings that grow and arrays that are copied. */
const working = `(() => {
  const arrays = [0, 1].map(() => Array.from({ length: 100_000 }, (_, index) => index));
  const perSecond = (work) => {
    const began = performance.now();
    let times = 0;
    while (times % 10 !== 0 || performance.now() - began < 500) work(times++);
    return (times / (performance.now() - began)) * 1000;
  };
  const texts = perSecond(() => {
    let text = "";
    for (let length = 0; length < 10_000; length++) text += "a";
    if (text.length === 1) throw new Error("never");
  });
  const copies = perSecond((times) => {
    const [from, to] = [arrays[times % 2], arrays[1 - (times % 2)]];
    for (let index = 0; index < from.length; index++) to[index] = from[index];
  });
  return (texts + copies) / 20;
})()`;

await using app = await startWebApp();
const { service, browser } = app;
await measureAll();

interface Seen {
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly key: number;
  readonly moved: readonly string[];
}

async function measureAll(): Promise<void> {
  const issue = await firstOf("/issues?q=check:model_refusal", "number");
  const trace = await firstOf("/datapoints?q=source:otlp&limit=1", "traceId");
  const pages = {
    "without scripts (baseline)": "/docs/web-app",
    Home: "/p/global/",
    "All Datapoints": "/p/global/datapoints",
    Issues: "/p/global/issues",
    "an issue": `/p/global/issues/${issue}`,
    "a trace": `/p/global/traces/${trace}`,
    Monitors: "/p/global/monitors",
    Dashboards: "/p/global/dashboards",
  };
  const datapoint = await firstOf("/datapoints?q=has:tool_calls&limit=1", "id");
  const monitor = await firstOf("/monitors", "id");
  // Visited once each: these pages are only checked for layout shifts.
  const others: Readonly<Record<string, string>> = Object.fromEntries(
    [
      "errors",
      `datapoints/${datapoint}`,
      `datapoints?peek=${datapoint}`,
      `issues/${issue}?tab=similar`,
      `issues/${issue}?tab=trace`,
      "sessions",
      "sessions/session-3",
      "monitors/new?q=is:error",
      `monitors/${monitor}`,
      "checks",
      "checks/model_refusal",
      "checks/new",
      "scenarios",
      "test-runs",
      "test-runs/new",
      "models",
      "models/new",
      ...settingsPages.map((name) => `settings/${name}`),
    ].map((path) => [path.replace(datapoint, "…").replace(monitor, "…"), `/p/global/${path}`]),
  );
  for (const preset of presets) {
    console.log(`\n${preset.name}: ${await speedUnder(preset)}`);
    console.log(`budgets LCP ${preset.lcpBudget} ms, TBT 200 ms, CLS 0.05, key 200 ms`);
    for (const [name, path] of Object.entries({ ...pages, ...others })) {
      if (!name.includes(only)) continue;
      const all: Seen[] = [];
      const times = name in others ? 1 : visits;
      for (let visit = 0; visit < times; visit++) all.push(await visited(preset, path));
      const middle = (field: "lcp" | "tbt" | "cls" | "key") => median(all.map((each) => each[field]));
      const [lcp, tbt, cls, key] = [middle("lcp"), middle("tbt"), middle("cls"), middle("key")];
      const isOver = lcp > preset.lcpBudget || tbt > 200 || cls > 0.05 || key > 200;
      console.log(
        `${name.padEnd(26)} LCP ${ms(lcp)}  TBT ${ms(tbt)}  CLS ${cls.toFixed(3)}  key ${ms(key)}${isOver ? "  over budget" : ""}`,
      );
      if (cls > 0.02) for (const moved of all.at(-1)?.moved ?? []) console.log(`    ${moved}`);
    }
  }
}

function ms(value: number): string {
  return `${Math.round(value)} ms`.padStart(8);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function visited(preset: Preset, path: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: preset.viewport });
  const page = await context.newPage();
  await page.addInitScript(watching);
  await slowed(await context.newCDPSession(page), preset);
  page.setDefaultTimeout(60_000);
  await page.goto(`${service.url}${path}`);
  if (path.startsWith("/p/")) await drawn(page);
  await waitUntilPainted(page);
  // The cost of key presses is reported separately: blocking time covers only the page load.
  const loaded = await page.evaluate<Seen>("window.measured()");
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key, { delay: 20 });
  await waitUntilPainted(page);
  const { key, cls, moved } = await page.evaluate<Seen>("window.measured()");
  await context.close();
  return { ...loaded, key, cls, moved };
}

/**
 * Returns how much work the browser does in a second, in the unit by which DevTools calibrates its slowdowns:
 * a mid-range phone (Pixel 5) does 1000, a cheap one (Moto G Power of 2022) 264; Lighthouse's slowdown of
 * four is meant for 1533.
 */
async function speedUnder(preset: Preset): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await slowed(await context.newCDPSession(page), preset);
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) rounds.push(await page.evaluate<number>(working));
  await context.close();
  return `this machine's browser works at ${Math.round(median(rounds))} (a Pixel 5 at 1000, a Moto G Power at 264)`;
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

async function firstOf(path: string, key: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1${path}`, { headers: { "api-key": service.token } });
  const { items = [] } = (await answer.json()) as { items?: readonly Readonly<Record<string, unknown>>[] };
  return String(items[0]?.[key]);
}
