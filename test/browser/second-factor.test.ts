import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf, stepAt } from "../../src/accounts/second-factor/totp.ts";
import { noBrowser } from "../support/clients/browser.ts";
import { drawn, startWeb } from "../support/clients/web.ts";
import { faultsOf } from "../support/service/faults.ts";

const email = "ann@example.org";
const password = "correct horse battery";

describe.skipIf(noBrowser)(`two-factor sign-in in the web app${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let web: Awaited<ReturnType<typeof startWeb>>;
  let recoveryCodes: readonly string[] = [];
  beforeAll(async () => {
    web = await startWeb();
    const made = await web.api<{ user: object }>("/sign-up", { email, password, token: web.service.token });
    expect(made.user).toBeDefined();
  });
  afterAll(() => web.close());

  async function opened(path: string, who = email) {
    const page = await web.open(path);
    await page.getByLabel("Email").fill(who);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    return page;
  }

  /** Sets up an app in the form of the page. */
  async function enrol(page: Awaited<ReturnType<typeof opened>>) {
    await page.getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
    const secret = (await page.locator("form code").innerText()).replace(/\s/g, "");
    await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, stepAt(Date.now())));
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByText("Store these recovery codes").waitFor();
    const codes = await page.locator(".recovery-codes code").allInnerTexts();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "I stored them" }).click();
    return { secret, codes };
  }

  test("is turned on in the settings, and the next sign-in asks for a code", async () => {
    const page = await opened("/p/global/settings/you");
    await page.getByRole("button", { name: "Turn on two-factor sign-in" }).click();
    const { secret, codes } = await enrol(page);
    expect(codes).toHaveLength(10);
    recoveryCodes = codes;
    await page.getByText("10 recovery codes are left").waitFor();
    expect(page.misdeeds).toEqual({ requests: [], errors: [] });
    const again = await opened("/p/global/settings/users");
    // The code of the enrolment is used up; the next one counts already.
    await again.getByLabel("Code", { exact: true }).fill(codeOf(secret, stepAt(Date.now()) + 1));
    await again.keyboard.press("Enter");
    await again.locator(".rail").waitFor();
    await Promise.all([page, again].map((each) => each.context().close()));
  });

  test("is set up by a member of an account that requires it before they see anything else", async () => {
    const { url } = await web.api<{ url: string }>("/invitations", { email: "bob@example.org", role: "member" });
    await web.api("/links/join", { key: new URL(url).hash.slice(1), password });
    const page = await web.open("/p/global/settings/users");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.getByLabel("Code", { exact: true }).fill(recoveryCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await page.locator(".rail").waitFor();
    await drawn(page);
    await page.getByLabel("Require two-factor sign-in").click();
    await page.getByText("1 of 2 people").waitFor();

    const bob = await opened("/p/global/issues", "bob@example.org");
    await bob.getByRole("heading", { name: "Set up two-factor sign-in" }).waitFor();
    await enrol(bob);
    await bob.locator(".rail").waitFor();
    expect(new URL(bob.url()).pathname).toBe("/p/global/issues");
    await Promise.all([page, bob].map((each) => each.context().close()));
  });
});
