/**
 * Captures every page in both themes to docs/screens, from a service started for it and filled with examples.
 *  node scripts/take-screens.ts [folder, default docs/screens] [pages such as issues/issue, separated by commas; default all]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startBrowser } from "../test/support/clients/browser.ts";
import { drawn } from "../test/support/clients/web.ts";
import { seed, seen } from "../test/support/data/seed.ts";
import { seedOffline } from "../test/support/data/seed-offline.ts";
import { startService } from "../test/support/service/service.ts";
import { smallPng } from "./small-png.ts";

const [screens = join(import.meta.dirname, "../docs/screens"), only] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "gaffe-screens-"));

await using service = await startService({ folder });
const browser = await startBrowser();
await seed(service);
await seen(service, 80);
const runs = await seedOffline(service);
const newest = await idOf("/datapoints?q=has:tool_calls%20-source:run&limit=1", "id");
const [refused, other] = [await idOf("/datapoints?q=check.model_refusal:failed&limit=1", "id"), newest];
const issue = await idOf("/issues?q=check:model_refusal", "number");
const monitor = await idOf("/monitors", "id");
const trace = await idOf("/datapoints?q=source:otlp&limit=1", "traceId");
const dashboard = await post<{ id: string }>("/dashboards", {
  name: "Spend",
  charts: [
    { title: "Cost by model", measure: "cost", by: "model", wide: true },
    { title: "Calls by service", measure: "calls", by: "service" },
    { title: "Slowest answers", measure: "latency_p99", by: "model", kind: "lines" },
  ],
});
await post("/judges", {
  name: "House judge",
  baseUrl: "http://127.0.0.1:9/v1",
  model: "gpt-4o-mini",
  key: "not-a-key",
});
await post("/upstreams", { id: "house", baseUrl: "https://models.example.org/v1" });
await post("/channels", { name: "Team", target: { kind: "webhook", url: "https://example.org/hooks/team" } });
// Signing up comes last: from then on pages require a session.
const cookie = await signUp();

const p = "/p/global";
const pages = {
  "dashboards/home": "/",
  "issues/issues": `${p}/issues`,
  "issues/issue": `${p}/issues/${issue}`,
  "issues/similar": `${p}/issues/${issue}?tab=similar`,
  "issues/errors": `${p}/errors`,
  "datapoints/datapoints": `${p}/datapoints?range=1h&q=-source%3Arun`,
  "datapoints/peek": `${p}/datapoints?q=has%3Atool_calls%20-source%3Arun&peek=${newest}`,
  "datapoints/datapoint": `${p}/datapoints/${newest}`,
  "datapoints/compare": `${p}/datapoints/compare?a=${refused}&b=${other}`,
  "datapoints/trace": `${p}/traces/${trace}`,
  "datapoints/sessions": `${p}/sessions`,
  "datapoints/session": `${p}/sessions/session-3`,
  "dashboards/dashboards": `${p}/dashboards?range=1h`,
  "dashboards/dashboard": `${p}/dashboards/${dashboard.id}?range=1h`,
  "monitors/monitors": `${p}/monitors`,
  "monitors/monitor": `${p}/monitors/${monitor}`,
  "checks/checks": `${p}/checks`,
  "checks/check": `${p}/checks/model_refusal`,
  "checks/check-builder": `${p}/checks/new?example=${refused}&issue=${issue}`,
  "testing/scenarios": `${p}/scenarios`,
  "testing/scenario": `${p}/scenarios/${runs.set}`,
  "testing/test-runs": `${p}/test-runs`,
  "testing/test-run": `${p}/test-runs/${runs.before}`,
  "testing/compare-runs": `${p}/test-runs/compare?base=${runs.before}&runs=${runs.after}`,
  "accounts/tokens": `${p}/settings/tokens`,
  "accounts/users": `${p}/settings/users`,
  "accounts/projects": `${p}/settings/projects`,
  "settings/notifications": `${p}/settings/notifications`,
  "settings/judges": `${p}/settings/judges`,
  "settings/privacy": `${p}/settings/privacy`,
  "accounts/audit-log": `${p}/settings/audit`,
  "settings/providers": `${p}/settings/providers`,
  "testing/models": `${p}/models`,
  "settings/prices": `${p}/settings/prices`,
  "settings/preferences": `${p}/settings/preferences`,
  "settings/about": `${p}/settings/about`,
};
const wanted = only?.split(",");
for (const theme of ["light", "dark"] as const) {
  const context = await browser.newContext({ viewport: { width: 1240, height: 776 }, colorScheme: theme });
  await context.addCookies([{ ...cookie, url: service.url }]);
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    if (wanted && !wanted.includes(name)) continue;
    await page.goto(`${service.url}${path}`, { waitUntil: "networkidle" });
    await drawn(page);
    // Pages that are still loading or show an error must not be captured.
    const wrong = await page.locator(".note[role=alert], .pulse").allInnerTexts();
    if (wrong.length > 0) throw new Error(`${name} shows ${wrong.join("; ")}`);
    mkdirSync(dirname(join(screens, name)), { recursive: true });
    writeFileSync(join(screens, `${name}-${theme}.png`), smallPng(await page.screenshot()));
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

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers: { "api-key": service.token, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Creates the account that appears in the corner and may see the account's pages. */
async function signUp(): Promise<{ readonly name: string; readonly value: string }> {
  const answer = await fetch(`${service.url}/api/v1/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ann@example.org", password: "correct horse battery", token: service.token }),
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  if (name === "") throw new Error(`sign-up failed: ${answer.status} ${await answer.text()}`);
  return { name, value };
}
