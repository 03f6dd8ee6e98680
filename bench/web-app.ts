import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startBrowser } from "../test/support/clients/browser.ts";
import { seed, seen } from "../test/support/data/seed.ts";
import { startService } from "../test/support/service/service.ts";

/** Starts a service with the web app of this checkout and example data, and a browser. */
export async function startWebApp(env: Readonly<Record<string, string>> = {}) {
  const root = join(import.meta.dirname, "..");
  execFileSync(process.execPath, [join(root, "dashboards/app/build.ts"), "--if-needed"], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), "gaffe-bench-web-"));
  const service = await startService({ folder, env });
  const browser = await startBrowser();
  await seed(service);
  await seen(service, 80);
  return {
    service,
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await service[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the last interaction is painted and the browser has reported its duration. */
export function waitUntilPainted(page: Page): Promise<unknown> {
  return page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))");
}
