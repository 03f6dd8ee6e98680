import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import type { RecordsLocation } from "../../../src/app/records/open.ts";
import { firstAccount, globalProject } from "../../../src/platform/ids.ts";
import { noon } from "../data/examples.ts";
import { addBareProject } from "./bare-project.ts";
import { openTestRecords, type TestRecords } from "./open-records.ts";
import { type Postgres, postgresPrograms, startPostgres } from "./postgres.ts";
import { testBox } from "./sealed-box.ts";

export interface RecordBackend {
  /** Opens new records with the Global project, or another connection to existing ones. */
  open(at?: RecordsLocation): Promise<TestRecords>;
  location(): RecordsLocation;
}

/**
 * Runs a suite on records in SQLite and in PostgreSQL; the latter is skipped with a reason where it isn't
 * installed.
 */
export function describeRecords(title: string, suite: (backend: RecordBackend) => void): void {
  describe(`${title} on SQLite`, () => {
    const folder = mkdtempSync(join(tmpdir(), "gaffe-records-"));
    let files = 0;
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    suite(backendAt(() => ({ kind: "sqlite", file: join(folder, `${++files}.sqlite`) })));
  });

  const absent = "absent" in postgresPrograms ? ` (skipped: ${postgresPrograms.absent})` : "";
  describe.skipIf(absent !== "")(`${title} on PostgreSQL${absent}`, () => {
    let postgres: Postgres | undefined;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres?.[Symbol.asyncDispose]());
    suite(backendAt(() => ({ kind: "postgres", url: postgres?.newDatabase() ?? "" })));
  });
}

function backendAt(location: () => RecordsLocation): RecordBackend {
  return {
    location,
    async open(at = location()) {
      const records = await openTestRecords(at, { box: testBox });
      const facts = { accountId: firstAccount, createdAt: noon };
      await addBareProject(records, { id: globalProject, name: "Global", ...facts });
      return records;
    },
  };
}
