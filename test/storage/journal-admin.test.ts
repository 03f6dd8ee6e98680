import { truncateSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { lockFolder } from "../../src/platform/files/folder-lock.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { ran } from "../support/service/command.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { exportRequest, journals, saveResult, writeBatch } from "./support/journal.ts";

const all = journals();
afterEach(() => all.close());
const root = resolve(import.meta.dirname, "../..");
const admin = (...args: string[]) => ran(process.execPath, [join(root, "src/app/admin.ts"), ...args], { cwd: root });

async function filled(folder: string): Promise<void> {
  const { journal, writeBatches } = await all.open(folder);
  for (let n = 0; n < 50; n++) await journal.append(exportRequest({ bytes: new Uint8Array(5_000) }));
  await saveResult(writeBatches, writeBatch("p", [{ seq: 1 }]), new Uint8Array(10));
  await all.close();
}

describe("gaffe-admin", () => {
  test("reports what a journal holds, and that it is damaged by its exit code", { timeout: 60_000 }, async () => {
    using folder = temporaryFolder();
    const journalFolder = join(folder.path, "journal");
    await filled(journalFolder);
    const sound = await admin("journal", "check", journalFolder);
    expect(sound).toMatchObject({ status: 0, stdout: expect.stringMatching(/entries +50\n[^]*batches +1\nNo damage/) });
    truncateSync(join(journalFolder, "data.mdb"), 200_000);
    expect(await admin("journal", "check", journalFolder)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("Damage: the file cannot be opened"),
    });
    {
      using lock = lockFolder(folder.path);
      const refused = await admin("journal", "salvage", journalFolder);
      expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("another process is using") });
      expect(lock).toBeDefined();
    }
    const { status, stdout } = await admin("journal", "salvage", journalFolder);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+ entries were salvaged, \d+ are lost/)]);
    const salvaged = Number(/^\d+/.exec(stdout)?.[0]);
    expect(salvaged).toBeGreaterThan(5);
    expect((await admin("journal", "check", journalFolder)).status).toBe(0);
    const { journal } = await all.open(journalFolder);
    expect(journal.heads(globalProject, 0, 100)).toHaveLength(salvaged);
  });

  test.each([
    [["jornal", "check"], 'Unknown command "jornal". Did you mean "journal"?'],
    [["journal", "chek"], 'Unknown action "chek". Did you mean "check"?'],
    [["journal", "salvage"], '"journal salvage" needs the journal\'s folder.'],
    [["journal", "check", "/nowhere"], "No journal exists in /nowhere"],
    [["journal", "check", "a", "b"], 'Unexpected argument "b"'],
  ])("explains what is wrong with %j", async (args, message) => {
    expect(await admin(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
