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
    await other.getByLabel("As the system").check();
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
    await page.getByText("They changed: name, description.").waitFor();
    await page.getByRole("button", { name: "Put my changes on top" }).click();
    expect(await page.getByLabel("Description").inputValue()).toBe("what is owed");
    await save.click();
    await page.getByRole("heading", { name: "Monitors" }).waitFor();
    expect(await web.api(`/monitors/${id}`)).toMatchObject({ name: "Returns", description: "what is owed" });
    await page.context().close();
  });

  test("while nobody answers the page keeps what it has, says so once, and comes back by itself", async () => {
    await web.api("/datapoints", { requestModel: "gpt-4o", input: "Where is it?", output: "I cannot help with that." });
    const page = await web.open(`${p}/issues`);
    const row = page.locator("[data-row]").first();
    await expect.poll(() => row.count()).toBe(1);
    await page.route("**/{api,assets}/**", (route) => route.abort());
    await page.getByText("Gaffe does not answer.").waitFor();
    expect(await row.isVisible()).toBe(true);
    expect(await page.getByText("Gaffe does not answer").count()).toBe(1);
    // A page whose code and answers are still to come.
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByRole("alert").getByText("Gaffe does not answer").waitFor();
    await page.unroute("**/{api,assets}/**");
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    await page.getByText("Gaffe does not answer").first().waitFor({ state: "detached" });
    await page.context().close();
  });

  test("Gaffe is asked also where the browser thinks that it is not connected", async () => {
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

  test("who signs out in one tab is out in all of them, and who signs in is in, with what was typed", async () => {
    const page = await web.open("/sign-up");
    await page.getByLabel("E-mail").fill("ann@example.org");
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
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.keyboard.press("Enter");
      await Promise.all([page, list].map((tab) => tab.getByRole("link", { name: email }).waitFor()));
    };
    await signIn("ann@example.org");
    await form.getByRole("heading", { name: "New monitor" }).waitFor();
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("Typed and not saved");
    // Nobody else is shown as who was here before.
    await form.close();
    await drawn(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await list.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await signIn("mia@example.org");
    await page.context().close();
  });
});
