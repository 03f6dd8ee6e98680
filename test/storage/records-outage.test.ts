import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstStart } from "../../src/accounts/first-start.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { openTestRecords, type TestRecords } from "../support/engines/open-records.ts";
import { type Postgres, postgresPrograms, startPostgres } from "../support/engines/postgres.ts";
import { testBox } from "../support/engines/sealed-box.ts";
import { startTcpLink } from "../support/service/tcp-link.ts";

const absent = "absent" in postgresPrograms ? ` (skipped: ${postgresPrograms.absent})` : "";

describe.skipIf(absent !== "")(`PostgreSQL goes and comes back${absent}`, () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  /** Runs more concurrent statements than the pool has connections. */
  const manyPings = (records: TestRecords) => Promise.allSettled(Array.from({ length: 15 }, () => records.ping()));
  const isUp = async (records: TestRecords) => (await Promise.allSettled([records.ping()]))[0].status;

  test.each(["SIGINT", "SIGQUIT"] as const)(
    "stopped by %s while statements run: they fail as a dependency, and later ones pass without a new pool",
    async (signal) => {
      const lost: string[] = [];
      const place = { kind: "postgres", url: postgres.newDatabase() } as const;
      await using records = await openTestRecords(place, { box: testBox, onLost: (cause) => lost.push(cause.message) });
      // A change of a project that does not exist would be a defect, if it arrived before the server stopped.
      await firstStart({ ...records, init: {}, now: Date.now });
      await manyPings(records);
      // Connections are checked out, some within a transaction, when the server ends.
      const running = Promise.allSettled(
        Array.from({ length: 200 }, () => records.issues.change(globalProject, [], () => [])),
      );
      await postgres.stop(signal);
      const outcomes = await running;
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ blame: "dependency" });
      }
      expect(await isUp(records)).toBe("rejected");
      await postgres.start();
      await expect.poll(() => isUp(records), { timeout: 30_000 }).toBe("fulfilled");
    },
  );

  test("connections that swallow everything are noticed, and replaced when new ones work", async () => {
    await using link = await startTcpLink(postgres.port);
    const url = postgres.newDatabase().replace(`:${postgres.port}/`, `:${link.port}/`);
    await using records = await openTestRecords({ kind: "postgres", url }, { box: testBox });
    await manyPings(records);
    link.silence();
    const [first, ...others] = await Promise.all([
      records.issues
        .change(globalProject, [], () => [])
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        ),
      manyPings(records),
    ]);
    expect(first).toMatchObject({ blame: "dependency", facts: { reason: "unreachable" } });
    for (const outcome of others.flat()) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { blame: "dependency" } });
    }
    link.restore();
    await expect.poll(() => isUp(records), { timeout: 30_000 }).toBe("fulfilled");
  });

  test("idle connections that went silent fail one statement at most", async () => {
    await using link = await startTcpLink(postgres.port);
    const url = postgres.newDatabase().replace(`:${postgres.port}/`, `:${link.port}/`);
    await using records = await openTestRecords({ kind: "postgres", url }, { box: testBox });
    await manyPings(records);
    link.silence();
    link.restore();
    expect(await isUp(records)).toBe("rejected");
    const outcomes = await manyPings(records);
    expect(outcomes.map(({ status }) => status)).not.toContain("rejected");
  });
});
