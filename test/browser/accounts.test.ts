import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser } from "../support/clients/browser.ts";
import { drawn, startWeb } from "../support/clients/web.ts";
import { faultsOf } from "../support/service/faults.ts";

const email = "ann@example.org";
const password = "correct horse battery";
/** Simulates a browser that blocks all cookies and storage. */
const blockedStorage = `for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });`;
const settings = ["members", "users", "projects", "audit", "you", "tokens"];

describe.skipIf(noBrowser)(`accounts in the web app${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let web: Awaited<ReturnType<typeof startWeb>>;
  beforeAll(async () => {
    web = await startWeb();
  });
  afterAll(() => web.close());

  test("sign-up takes two fields and the keyboard, even in a browser without storage, and the home page shows the token", async () => {
    const page = await web.open("/sign-up");
    await page.getByText("Open the link that Gaffe printed").waitFor();
    // The link is pasted into the address bar of the open page, where its key does not stay.
    await web.show(page, await web.signUpPath());
    await page.getByText("Open the link that Gaffe printed").waitFor({ state: "detached" });
    await page.addInitScript({ content: blockedStorage });
    await web.show(page, "/reset");
    await web.show(page, await web.signUpPath());
    await expect.poll(() => page.url()).toBe(`${web.service.url}/sign-up`);
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("too short");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/at least 12 characters/)
      .waitFor();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.getByText("Copy it now").waitFor();
    expect(await page.locator(".note code").innerText()).toMatch(/^gaffe_\w{49}$/);
    expect(new URL(page.url()).pathname).toBe("/p/global/");
    expect(page.misdeeds).toEqual({ requests: [], errors: [] });
    await page.context().close();
  });

  async function signedIn(path: string) {
    const page = await web.open(path);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.locator(".rail").waitFor();
    await drawn(page);
    return page;
  }

  test("a signed-out visitor signs in and continues to the requested page", async () => {
    const page = await signedIn("/p/global/issues?state=resolved");
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/p/global/issues?state=resolved");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await web.show(page, "/p/global/monitors");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.context().close();
  });

  test("unsaved input survives being signed out and signing in again", async () => {
    const page = await signedIn("/p/global/monitors/new");
    await page.context().clearCookies();
    // The preview request fails with 401, which opens the sign-in dialog.
    await page.getByLabel("Name", { exact: true }).fill("Typed and not saved");
    await page.getByRole("heading", { name: "Sign in again" }).waitFor();
    expect(await page.getByLabel("Name", { exact: true }).isVisible()).toBe(false);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New monitor" }).waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Typed and not saved");
    await page.context().close();
  });

  test("sign-in leads nowhere else", async () => {
    for (const next of ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
      const page = await signedIn(`/sign-in?next=${encodeURIComponent(next)}`);
      expect([next, new URL(page.url()).origin]).toEqual([next, web.service.url]);
      await page.context().close();
    }
  });

  test("a project is created and opened, and the address of an unknown project leads to an existing one", async () => {
    const page = await signedIn("/p/global/settings/projects");
    await page.getByLabel("Name").fill("Shop");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("combobox", { name: "Project" }).selectOption({ label: "Shop" });
    await page.waitForURL(/\/p\/project_[^/]+\/settings\/projects/);
    await drawn(page);
    await web.show(page, "/p/nosuch/issues");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/p/global/");
    await page.context().close();
  });

  test("an invited person joins by a link and does not see what their role may not", async () => {
    const page = await signedIn("/p/global/settings/users");
    await page.getByLabel("Email").fill("bob@example.org");
    await page.getByLabel("Role", { exact: true }).selectOption("viewer");
    await page.getByRole("button", { name: "Invite" }).click();
    const link = await page.locator(".note code").innerText();
    const guest = await web.open(new URL(link).pathname + new URL(link).hash);
    await guest.getByText("bob@example.org").waitFor();
    await guest.getByLabel("Password", { exact: true }).fill(password);
    await guest.keyboard.press("Enter");
    await guest.locator(".rail").waitFor();
    await web.show(guest, "/p/global/settings/audit");
    await guest.getByText("This page requires the role admin").waitFor();
    await web.show(guest, "/p/global/settings/users");
    await guest.getByRole("cell", { name: email }).waitFor();
    expect(await guest.getByRole("button", { name: /Remove/ }).count()).toBe(0);
    // Controls that a viewer may not use are disabled and explain why.
    for (const [path, name] of [
      ["scenarios", "New scenario set"],
      ["datapoints", "+ Save view"],
      ["monitors/new", "Create monitor"],
    ] as const) {
      await web.show(guest, `/p/global/${path}`);
      const button = guest.getByRole("group", { name: /^You have view-only access/ }).getByRole("button", { name });
      await button.waitFor();
      expect(await button.isDisabled(), path).toBe(true);
    }
    await guest.getByText("This page requires the role member").waitFor();
    // Trials and previews are replaced by a sentence, and no page shows the refusal of a request.
    const sentence = "You have view-only access, so you cannot run this.";
    for (const path of ["monitors/new", "checks/new", "models/new", "settings/privacy"]) {
      await web.show(guest, `/p/global/${path}`);
      await guest.getByText(sentence).waitFor();
    }
    const pages = ["", "issues", "datapoints", "monitors", "checks", "checks/model_refusal", "dashboards", "scenarios"];
    const others = [
      "test-runs",
      "test-runs/new",
      "models",
      "settings/judges",
      "settings/providers",
      "settings/pipeline",
    ];
    for (const path of [...pages, ...others, "settings/notifications", "settings/tokens", "settings/members"]) {
      await web.show(guest, `/p/global/${path}`);
      expect([path, await guest.getByText(/this needs (the role|a token)/).count()]).toEqual([path, 0]);
    }
    await Promise.all([page, guest].map((each) => each.context().close()));
  });

  test("an admin gives a person another role in a project, and it is in force at the next request", async () => {
    const page = await signedIn("/p/global/settings/members");
    await page.getByRole("combobox", { name: "Role of bob@example.org in this project" }).selectOption("member");
    await expect
      .poll(async () => {
        const { items } = await web.api<{ items: { email: string; role: string }[] }>("/projects/global/members");
        return items.find(({ email }) => email === "bob@example.org")?.role;
      })
      .toBe("member");
    const guest = await web.open("/sign-in");
    await guest.getByLabel("Email").fill("bob@example.org");
    await guest.getByLabel("Password", { exact: true }).fill(password);
    await guest.keyboard.press("Enter");
    await guest.locator(".rail").waitFor();
    await web.show(guest, "/p/global/scenarios");
    expect(await guest.getByRole("button", { name: "New scenario set" }).isEnabled()).toBe(true);
    await page.getByRole("combobox", { name: "Role of bob@example.org in this project" }).selectOption("none");
    await expect
      .poll(async () =>
        (await web.api<{ items: { role: string }[] }>("/projects/global/members")).items.map(({ role }) => role),
      )
      .toContain("none");
    await web.show(guest, "/");
    expect(await guest.getByRole("combobox", { name: "Project" }).locator("option").allInnerTexts()).not.toContain(
      "Global",
    );
    await Promise.all([page, guest].map((each) => each.context().close()));
  });

  test("no page of accounts has an accessibility fault in either theme", async () => {
    const faults: string[] = [];
    const bodyOf = async (page: Page, path: string) => {
      await web.show(page, path);
      faults.push(...(await faultsOf(page)).map((fault) => `${path} ${fault}`));
    };
    const outside = await web.open("/sign-in", "dark");
    for (const path of ["/sign-in", "/sign-up", "/reset", "/join", `/reset#${"x".repeat(43)}`])
      await bodyOf(outside, path);
    const inside = await signedIn("/p/global/settings/users");
    for (const path of settings) await bodyOf(inside, `/p/global/settings/${path}`);
    faults.push(...outside.misdeeds.errors, ...inside.misdeeds.errors);
    await Promise.all([outside, inside].map((page) => page.context().close()));
    expect(faults).toEqual([]);
  });
});
