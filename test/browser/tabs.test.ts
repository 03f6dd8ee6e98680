import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser } from "../support/clients/browser.ts";
import { drawn, startWeb, type Web } from "../support/clients/web.ts";

const p = "/p/global";
const password = "correct horse battery";

describe.skipIf(noBrowser)(`tabs that stay open${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
  });
  afterAll(() => web.close());

  async function another(page: Page, path: string): Promise<Page> {
    const tab = await page.context().newPage();
    await web.show(tab, path);
    return tab;
  }

  const theme = (page: Page) => page.evaluate("document.documentElement.dataset.theme");

  test("a theme that is chosen in one tab is in all of them, and the system's own is followed", async () => {
    const page = await web.open(`${p}/issues`);
    const other = await another(page, `${p}/checks`);
    await page.keyboard.press("ControlOrMeta+\\");
    await expect.poll(() => theme(other)).toBe("dark");
    await page.keyboard.press("ControlOrMeta+\\");
    await web.show(other, `${p}/settings/preferences`);
    await other.getByLabel("System").check();
    await other.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => theme(other)).toBe("dark");
    await page.context().close();
  });

  test("what two tabs change of a monitor is lost by neither", async () => {
    const checks = [{ check: "model_refusal", options: {} }];
    const { id } = await web.api<{ id: string }>("/monitors", { name: "Refunds", condition: "", checks });
    const page = await web.open(`${p}/monitors/${id}`);
    await page.getByLabel("Name", { exact: true }).fill("Returns");
    await web.api(`/monitors/${id}`, { name: "Money back", description: "what is owed" }, "PATCH");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await page.getByText("The saved version differs in: name, description.").waitFor();
    await page.getByRole("button", { name: "Apply my changes" }).click();
    expect(await page.getByLabel("Description").inputValue()).toBe("what is owed");
    await save.click();
    await page.getByRole("heading", { name: "Monitors" }).waitFor();
    expect(await web.api(`/monitors/${id}`)).toMatchObject({ name: "Returns", description: "what is owed" });
    await page.context().close();
  });

  test("while the service is unreachable, the page keeps its data, shows one notice, and recovers automatically", async () => {
    await web.api("/datapoints", { requestModel: "gpt-4o", input: "Where is it?", output: "I cannot help with that." });
    const page = await web.open(`${p}/issues`);
    const row = page.locator("[data-row]").first();
    await expect.poll(() => row.count()).toBe(1);
    await page.route("**/{api,assets}/**", (route) => route.abort());
    await page.getByText("Gaffe does not respond.").waitFor();
    expect(await row.isVisible()).toBe(true);
    expect(await page.getByText("Gaffe does not respond").count()).toBe(1);
    // A page whose code and data are not loaded yet.
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByRole("alert").getByText("Gaffe does not respond").waitFor();
    await page.unroute("**/{api,assets}/**");
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    await page.getByText("Gaffe does not respond").first().waitFor({ state: "detached" });
    await page.context().close();
  });

  test("requests are sent even if the browser reports no connection", async () => {
    const page = await web.open(`${p}/issues`);
    await page.evaluate("window.dispatchEvent(new Event('offline'))");
    await page.getByRole("link", { name: "Checks" }).click();
    await page.getByRole("link", { name: "Model refusal" }).first().waitFor();
    await page.context().close();
  });

  test("a tail that is silent for longer than the service is takes up its stream again", async () => {
    const page = await web.open(`${p}/datapoints`);
    await page.clock.install();
    const followed = () => page.waitForRequest(/\/datapoints\/tail/);
    await Promise.all([followed(), page.keyboard.press("l")]);
    await page.getByRole("button", { name: "Live" }).waitFor();
    const again = followed();
    await page.clock.fastForward(41_000);
    await page.clock.fastForward(2_000);
    await again;
    await page.context().close();
  });

  test("signing out in one tab applies to all, and so does signing in, with unsaved input intact", async () => {
    const page = await web.open(await web.signUpPath());
    await page.getByLabel("Email").fill("ann@example.org");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.getByText("Copy it now").waitFor();
    const { url } = await web.api<{ url: string }>("/invitations", { email: "mia@example.org", role: "viewer" });
    await web.api("/links/join", { key: new URL(url).hash.slice(1), password });
    const [list, form] = [await another(page, `${p}/checks`), await another(page, `${p}/monitors/new`)];
    await form.getByLabel("Name", { exact: true }).fill("Typed and not saved");
    await page.getByRole("button", { name: "Sign out" }).click();
    await Promise.all([page, list].map((tab) => tab.getByRole("heading", { name: "Sign in", exact: true }).waitFor()));
    await form.getByRole("heading", { name: "Sign in again" }).waitFor();
    const signIn = async (email: string) => {
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.keyboard.press("Enter");
      await Promise.all([page, list].map((tab) => tab.getByRole("link", { name: email }).waitFor()));
    };
    await signIn("ann@example.org");
    await form.getByRole("heading", { name: "New monitor" }).waitFor();
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("Typed and not saved");
    // Another person must not see the previous person's input.
    await form.close();
    await drawn(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await list.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await signIn("mia@example.org");
    await page.context().close();
  });
});
