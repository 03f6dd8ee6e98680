import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../src/platform/http/free-port.ts";
import { noBrowser, startBrowser } from "../support/clients/browser.ts";
import { oidcClient, startOidcProvider } from "../support/providers/oidc-provider.ts";
import { faultsOf } from "../support/service/faults.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";

const root = join(import.meta.dirname, "../..");

test.skipIf(noBrowser)(
  `a person signs in by the provider and continues to the requested page${noBrowser ? ` (skipped: ${noBrowser})` : ""}`,
  async () => {
    execFileSync(process.execPath, [join(root, "dashboards/app/build.ts"), "--if-needed"], { cwd: root });
    using folder = temporaryFolder();
    const port = await freePort();
    await using provider = await startOidcProvider(`http://127.0.0.1:${port}/sso`);
    provider.people.set("ann", { email: "ann@example.org", email_verified: true });
    provider.people.set("eve", { email: "eve@example.org", email_verified: true });
    await using service = await startService({
      folder: folder.path,
      port,
      env: {
        GAFFE_OIDC_ISSUER: provider.issuer,
        GAFFE_OIDC_CLIENT_ID: oidcClient.id,
        GAFFE_OIDC_CLIENT_SECRET: oidcClient.secret,
        GAFFE_OIDC_LABEL: "Example",
        GAFFE_OIDC_ONLY: "true",
      },
    });
    const browser = await startBrowser();
    try {
      const enter = async (address: string, subject: string) => {
        const page = await (await browser.newContext()).newPage();
        page.setDefaultTimeout(120_000);
        await page.goto(address);
        await page.getByRole("button", { name: "Sign in with Example" }).waitFor();
        expect(await page.getByLabel("Password").count()).toBe(0);
        expect(await faultsOf(page)).toEqual([]);
        await page.getByRole("button", { name: "Sign in with Example" }).click();
        await page.locator("[name=login]").fill(subject);
        await page.locator("[name=password]").fill("any");
        await page.locator("[type=submit]").click();
        await page.getByRole("button", { name: "Continue" }).click();
        return page;
      };
      // The link of the terminal makes the first person the admin.
      const first = await enter(await service.signUpLink(), "ann");
      await first.locator(".rail").getByText("ann@example.org").waitFor();
      const again = await enter(`${service.url}/p/global/issues?state=resolved`, "ann");
      await again.locator(".rail").waitFor();
      expect(again.url()).toBe(`${service.url}/p/global/issues?state=resolved`);
      const stranger = await enter(`${service.url}/sign-in`, "eve");
      await stranger.getByRole("heading", { name: "You are not signed in" }).waitFor();
      await stranger.getByText("Nobody has invited eve@example.org").waitFor();
      expect(stranger.url()).toBe(`${service.url}/sso`);
    } finally {
      await browser.close();
    }
  },
);
