import { describe, expect, test } from "vitest";
import { isPassing } from "../../src/accounts/records/blame.ts";
import { Failure } from "../../src/platform/failure.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { aMonitor } from "../support/data/examples.ts";
import { openTestRecords } from "../support/engines/open-records.ts";
import { postgresPrograms, startPostgres } from "../support/engines/postgres.ts";
import { testBox } from "../support/engines/sealed-box.ts";

const absent = "absent" in postgresPrograms ? ` (skipped: ${postgresPrograms.absent})` : "";

describe("records that do not answer", () => {
  test.skipIf(absent !== "")(
    `a stopped PostgreSQL is a dependency failure, not a defect of Gaffe${absent}`,
    async () => {
      const postgres = await startPostgres();
      const records = await openTestRecords({ kind: "postgres", url: postgres.newDatabase() }, { box: testBox });
      expect(await records.monitors.list(globalProject)).toEqual([]);
      await postgres[Symbol.asyncDispose]();
      const outcomes = await Promise.allSettled([
        records.monitors.list(globalProject),
        records.issues.change(globalProject, [], () => []),
        records.ping(),
      ]);
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({
          status: "rejected",
          reason: { blame: "dependency", facts: { reason: "unreachable" } },
        });
      }
      await records.close();
    },
  );

  test("a defect of Gaffe stays one", async () => {
    await using records = await openTestRecords({ kind: "sqlite", file: ":memory:" }, { box: testBox });
    const outcome = await records.monitors.add(aMonitor()).catch((thrown: unknown) => thrown);
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome).not.toBeInstanceOf(Failure);
  });

  test.each([
    [{ code: "57P01" }, true],
    [{ code: "57014" }, true],
    [{ message: "Query read timeout" }, true],
    [{ message: "Client has encountered a connection error and is not queryable" }, true],
    [{ code: "28P01" }, false],
    [{ code: "40001" }, true],
    [{ code: "53300" }, true],
    [{ code: "08006" }, true],
    [{ code: "23505" }, false],
    [{ code: "42P01" }, false],
    [{ code: "ECONNREFUSED" }, true],
    [{ code: "ERR_SQLITE_ERROR", errcode: 13 }, true],
    [{ code: "ERR_SQLITE_ERROR", errcode: 778 }, true],
    [{ code: "ERR_SQLITE_ERROR", errcode: 2067 }, false],
    [{ message: "Connection terminated unexpectedly" }, true],
    [{ message: "cannot read properties of undefined" }, false],
  ])("%o passes: %s", (facts, passes) => {
    expect(isPassing(Object.assign(new Error("x"), facts))).toBe(passes);
  });
});
