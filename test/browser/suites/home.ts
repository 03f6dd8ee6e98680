import { describe, expect, test } from "vitest";
import { snippets } from "../../../dashboards/app/src/app/home/snippets.ts";
import type { Web } from "../../support/clients/web.ts";

/** The home page: its status and sources; test/clients/send.test.ts runs the snippets. */
export function describeHome(web: () => Web): void {
  describe("Home", () => {
    test("missing-content-banner: shows that message content is missing, how to turn it on, and which requests were rejected", async () => {
      const headers = { "api-key": `gaffe_${"Wrong".repeat(10)}`, "content-type": "application/json" };
      await fetch(`${web().service.url}/v1/traces`, { method: "POST", headers, body: "{}" });
      const page = await web().open("/");
      await page
        .getByRole("region", { name: "Health" })
        .getByText(/CAPTURE_MESSAGE_CONTENT/)
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Last rejected requests" }).click();
      const row = page.getByRole("row", { name: /gaffe_Wron… POST \/v1\/traces 401 the API token does not exist/ });
      await row.waitFor();
      await page.reload();
      await row.waitFor();
      await page.goBack();
      await row.waitFor({ state: "detached" });
      await page.context().close();
    });

    test("shows every snippet, with this service's address in each", async () => {
      const page = await web().open("/");
      await page.getByText("Connect another application").click();
      for (const { name, text } of snippets) {
        await page.getByRole("tab", { name, exact: true }).click();
        expect(await page.getByLabel(`Snippet: ${name}`, { exact: true }).innerText()).toBe(text(web().service.url));
      }
      await page.context().close();
    });
  });
}
