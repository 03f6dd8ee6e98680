import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFolder } from "../../src/platform/files/folder-lock.ts";
import { temporaryFolder } from "../support/service/folder.ts";

const module = new URL("../../src/platform/files/folder-lock.ts", import.meta.url).href;

function lockElsewhere(folder: string): string {
  const script = `import { lockFolder } from ${JSON.stringify(module)};
    try { lockFolder(${JSON.stringify(folder)}); console.log("locked") } catch (error) { console.log(error.message) }`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout.trim();
}

test("a folder is one process's at a time, and free again when that process ends", () => {
  using folder = temporaryFolder();
  {
    using _held = lockFolder(folder.path);
    expect(lockElsewhere(folder.path)).toMatch(/another process is using/);
  }
  expect(lockElsewhere(folder.path)).toBe("locked");
  expect(lockElsewhere(folder.path)).toBe("locked");
});

test("reports a folder that cannot be created", () => {
  expect(() => lockFolder(join("/dev/null", "data"))).toThrow(/must be writable, and only by the user that runs Gaffe/);
});
