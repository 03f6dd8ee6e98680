import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";

/** Another user of this machine, where the data folder was made by hand and is readable for everybody. */
test("other users of the machine can read nothing that the service stores, also in an existing folder", async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  mkdirSync(data);
  chmodSync(data, 0o755);
  await using service = await startService({ folder: data });
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  const open = [
    data,
    ...readdirSync(data, { recursive: true, encoding: "utf8" }).map((name) => join(data, name)),
  ].filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
  expect(open).toEqual([]);
});
