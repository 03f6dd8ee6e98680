import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Request } from "playwright-core";
import { startService } from "../service/service.ts";
import { startBrowser } from "./browser.ts";

/** Requests of a page without a response yet; live streams, which never end, are excluded. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Resolves when the page has its heading, no loading indicator and no pending request. */
export async function drawn(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.waitForLoadState("load");
  const loading = page.locator("[aria-busy=true], .skeleton, .pulse").first();
  const givenUpAt = Date.now() + 120_000;
  for (;;) {
    await loading.waitFor({ state: "detached" });
    const pending = underWay.get(page) ?? new Set();
    if (pending.size === 0) {
      // A response is rendered in the next frame, which may cause further requests.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      if (pending.size === 0 && (await loading.count()) === 0) return;
    }
    if (Date.now() > givenUpAt) throw new Error(`no answer to ${[...pending].map((one) => one.url()).join(", ")}`);
    await page.waitForTimeout(20);
  }
}

/** Presses the keys of one shortcut together: the second key counts for a second after the first. */
export async function pressInARow(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

function watchQuestions(page: Page): void {
  const pending = new Set<Request>();
  underWay.set(page, pending);
  page.on("request", (request) => {
    if (request.isNavigationRequest()) pending.clear();
    const isQuestion = request.resourceType() === "fetch" && !new URL(request.url()).pathname.endsWith("/tail");
    if (isQuestion) pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
}

const root = join(import.meta.dirname, "../../..");

/** Forbidden actions of a page. */
export interface Misdeeds {
  /** Requests to anywhere but the service. */
  readonly requests: string[];
  /** Violations of the page's security policy, script errors, dialogs. */
  readonly errors: string[];
}

/** Starts the service with the built app, and a browser that records every forbidden action. */
export async function startWeb() {
  execFileSync(process.execPath, [join(root, "dashboards/app/build.ts"), "--if-needed"], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), "gaffe-web-"));
  const service = await startService({
    folder,
    // For payloads of twenty megabytes, and a provider on loopback.
    env: { GAFFE_MAX_BODY: "64mb", GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" },
  });
  const browser = await startBrowser();

  /** Opens a page in a new session, at a path below the project. */
  async function open(path: string, theme: "light" | "dark" = "light"): Promise<Page & { misdeeds: Misdeeds }> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: theme });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    watchQuestions(page);
    const misdeeds: Misdeeds = { requests: [], errors: [] };
    page.on("request", (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(service.url)) {
        misdeeds.requests.push(request.url());
      }
    });
    page.on("pageerror", (error) => misdeeds.errors.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|violates/.test(message.text())) misdeeds.errors.push(message.text());
    });
    page.on("dialog", (dialog) => {
      misdeeds.errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await show(page, path);
    return Object.assign(page, { misdeeds });
  }

  /** Navigates and waits until the page is rendered. */
  async function show(page: Page, path: string): Promise<void> {
    await page.goto(`${service.url}${path}`);
    await drawn(page);
  }

  const api = <Answer>(path: string, body?: unknown, method?: string) => send<Answer>(`/api/v1${path}`, body, method);

  async function send<Answer>(path: string, body?: unknown, method?: string): Promise<Answer> {
    const answer = await fetch(`${service.url}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { "api-key": service.token, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Answer;
  }

  /** Path and key of the link for the first account. */
  async function signUpPath(): Promise<string> {
    const { pathname, hash } = new URL(await service.signUpLink());
    return `${pathname}${hash}`;
  }

  return {
    service,
    signUpPath,
    open,
    show,
    api,
    send,
    async close() {
      await browser.close();
      await service[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Web = Awaited<ReturnType<typeof startWeb>>;
