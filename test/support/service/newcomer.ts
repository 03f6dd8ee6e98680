import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { drawn } from "../clients/web.ts";
import type { startMailServer } from "../receivers/mail-server.ts";
import { eventually } from "./service-api.ts";

const run = promisify(execFile);

interface Path {
  /** The address of a started Gaffe without accounts, which sends its mails to `mail`. */
  readonly url: string;
  /** The link that its terminal shows. */
  readonly signUpLink: string;
  readonly mail: Pick<Awaited<ReturnType<typeof startMailServer>>, "mails">;
  readonly browser: Browser;
  /** Called before each step; the function it returns is called after the step. */
  readonly step: <Done>(what: string, go: () => Promise<Done>) => Promise<Done>;
}

const email = "newcomer@example.org";
const monitor = "Refunds";

/**
 * Performs a new user's steps in a real browser, from signing up to the first mail about an issue of their
 * monitor.
 */
export async function newcomersPath({ url, signUpLink, mail, browser, step }: Path): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const at = (path: string) => page.goto(`${url}/p/global${path}`);

  await step("sign up", async () => {
    await page.goto(signUpLink);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.keyboard.press("Enter");
    await page.getByText("Copy it now").waitFor();
  });

  const send = await step("copy the token and the snippet, run it", async () => {
    await page.getByRole("button", { name: "Copy token" }).click();
    const token = await copied(page, "");
    await page.getByRole("tab", { name: "cURL" }).click();
    await page.getByRole("button", { name: "Copy snippet: cURL" }).click();
    const snippet = await copied(page, token);
    const call = () => run("bash", ["-c", snippet], { env: { PATH: process.env["PATH"] ?? "", GAFFE_TOKEN: token } });
    await call();
    return call;
  });

  await step("see the first datapoint", async () => {
    await at(`/datapoints?q=${encodeURIComponent("input:refund")}`);
    await seen(page, "Where is my refund?");
  });

  await step("make a monitor from the filter", async () => {
    await page.getByRole("link", { name: "Create monitor from filter" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(monitor);
    await page.getByLabel("Add a check").fill("refusal");
    await page
      .getByRole("checkbox", { name: /Model refusal/i })
      .first()
      .check();
    await page.getByRole("button", { name: "Create monitor" }).click();
    await page.getByRole("link", { name: `Edit ${monitor}` }).waitFor();
  });

  await step("see its first issue", async () => {
    await send();
    await at("/issues");
    await seen(page, `in ${monitor}`);
  });

  await step("read the mail", async () => {
    const about = () => Promise.resolve(mail.mails.filter(({ mail: { text = "" } }) => text.includes(`in ${monitor}`)));
    const [first] = await eventually(about, (found) => found.length > 0);
    const link = /http\S+\/issues\/\d+/.exec(first?.mail.text ?? "")?.[0];
    if (!first?.to.includes(email) || link === undefined) throw new Error(`no mail about ${monitor} reached ${email}`);
    await page.goto(link);
    await page.getByText("I cannot help with that.").first().waitFor();
  });
  await context.close();
}

/** Waits for new text on the clipboard: the page writes it asynchronously. */
const copied = (page: Page, before: string) =>
  eventually(
    // Evaluated as a string, because the tests have no browser types.
    () => page.evaluate<string>("navigator.clipboard.readText()"),
    (text) => text !== before,
  );

/** Reloads until the text is in the list, as a user would. */
async function seen(page: Page, text: string): Promise<void> {
  const givenUpAt = Date.now() + 120_000;
  for (;;) {
    await drawn(page);
    if ((await page.getByText(text).count()) > 0) return;
    if (Date.now() > givenUpAt) throw new Error(`${text} was not seen`);
    await page.waitForTimeout(500);
    await page.reload();
  }
}
