import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noBrowser, startBrowser } from "../support/clients/browser.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { newcomersPath } from "../support/service/newcomer.ts";
import { startService } from "../support/service/service.ts";

const root = join(import.meta.dirname, "../..");

test.skipIf(noBrowser)(
  `a new user gets from sign-up to an email about an issue of their monitor${noBrowser ? ` (skipped: ${noBrowser})` : ""}`,
  async () => {
    execFileSync(process.execPath, [join(root, "dashboards/app/build.ts"), "--if-needed"], { cwd: root });
    using folder = temporaryFolder();
    await using mail = await startMailServer();
    await using service = await startService({ folder: folder.path, env: { SMTP_URL: mail.url } });
    const browser = await startBrowser();
    const done: string[] = [];
    try {
      await newcomersPath({
        url: service.url,
        signUpLink: await service.signUpLink(),
        mail,
        browser,
        async step(what, go) {
          const made = await go();
          done.push(what);
          return made;
        },
      });
    } finally {
      await browser.close();
    }
    expect(done).toHaveLength(6);
  },
);
