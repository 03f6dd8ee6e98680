/** Draws every page in both themes to docs/screens, from a service started for it and filled with examples. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBrowser } from "../test/support/browser.ts";
import { seed, seen } from "../test/support/seed.ts";
import { startService } from "../test/support/service.ts";

const screens = join(import.meta.dirname, "../docs/screens");
const folder = mkdtempSync(join(tmpdir(), "gaffe-screens-"));
mkdirSync(screens, { recursive: true });

await using service = await startService({ folder });
const browser = await startBrowser();
await seed(service);
await seen(service, 80);
const newest = await idOf("/datapoints?q=has:tool_calls&limit=1", "id");
const issue = await idOf("/issues?q=check:model_refusal", "number");
const monitor = await idOf("/monitors", "id");
const trace = await idOf("/datapoints?q=source:otlp&limit=1", "traceId");

const pages = {
  home: "/",
  issues: "/p/global/issues",
  issue: `/p/global/issues/${issue}`,
  errors: "/p/global/errors",
  datapoints: "/p/global/datapoints",
  peek: `/p/global/datapoints?q=has%3Atool_calls&peek=${newest}`,
  datapoint: `/p/global/datapoints/${newest}`,
  trace: `/p/global/traces/${trace}`,
  sessions: "/p/global/sessions",
  dashboards: "/p/global/dashboards?range=1h",
  monitors: "/p/global/monitors",
  monitor: `/p/global/monitors/${monitor}`,
  checks: "/p/global/checks",
  tokens: "/p/global/settings/tokens",
};
for (const theme of ["light", "dark"] as const) {
  const context = await browser.newContext({ viewport: { width: 1240, height: 776 }, colorScheme: theme });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${service.url}${path}`, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(screens, `${name}-${theme}.png`) });
  }
  await context.close();
}
await browser.close();
await service[Symbol.asyncDispose]();
rmSync(folder, { recursive: true, force: true });

async function idOf(path: string, key: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1${path}`, { headers: { "api-key": service.token } });
  const { items = [] } = (await answer.json()) as { items?: readonly Record<string, unknown>[] };
  return String(items[0]?.[key]);
}
