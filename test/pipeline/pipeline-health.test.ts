import { describe, expect, test } from "vitest";
import { Failure } from "../../src/platform/failure.ts";
import { asProjectId, globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { startApi } from "../support/service/api.ts";
import { aDeadLetter } from "../support/service/fake-pipeline.ts";

const never = () => new Promise<never>(() => undefined);
const away = (name: "clickhouse" | "records", reason: string) => ({ name, isAvailable: false, since: noon, reason });
const answers = (name: "clickhouse" | "records") => ({ name, isAvailable: true });

describe("readiness", () => {
  test("responds while new data is accepted, also with ClickHouse unavailable, and lists unavailable stores", async () => {
    await using service = await startApi({ stores: () => [answers("records"), away("clickhouse", "refused")] });
    expect(await service.ask("GET", "/readyz", { token: "" })).toMatchObject({
      status: 200,
      body: {
        status: "ok",
        degraded: ["clickhouse: refused"],
        dependencies: { records: { ok: true }, clickhouse: { ok: false, reason: "refused" } },
      },
    });
    expect(await service.ask("GET", "/healthz", { token: "" })).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  test.each(["journal_full", "journal_failed"] as const)("is 503 with the reason %s", async (reason) => {
    await using service = await startApi();
    expect((await service.ask("GET", "/readyz", { token: "" })).status).toBe(200);
    service.pipeline.refusal = { reason, message: "no room in /data/journal" };
    const answer = await service.ask("GET", "/readyz", { token: "" });
    expect(answer).toMatchObject({
      status: 503,
      body: { status: "unavailable", reason, message: "no room in /data/journal" },
    });
    expect((await service.ask("GET", "/healthz", { token: "" })).status).toBe(200);
  });

  test("names a damaged journal that takes new data again", async () => {
    await using service = await startApi();
    service.pipeline.damaged = { records: 3, writeBatches: 0, files: ["data.damaged-1.mdb"] };
    const { status, body } = await service.ask("GET", "/readyz", { token: "" });
    expect(status).toBe(200);
    expect(body.degraded).toEqual(["journal: 3 damaged records, 0 damaged results, damaged files: data.damaged-1.mdb"]);
  });

  test("is 503 while the service stops", async () => {
    await using service = await startApi({ isServing: () => false });
    const answer = await service.ask("GET", "/readyz", { token: "" });
    expect(answer).toMatchObject({ status: 503, body: { status: "stopping", reason: "stopping" } });
  });

  test("shows strangers no messages", async () => {
    await using service = await startApi({ loopbackOnly: false, stores: () => [away("clickhouse", "10.0.0.7:8123")] });
    service.pipeline.refusal = { reason: "journal_failed", message: "/secret/path" };
    const { text, status } = await service.ask("GET", "/readyz", { token: "" });
    expect(status).toBe(503);
    expect(text).not.toMatch(/10\.0\.0\.7|secret/);
    expect(text).toContain("clickhouse: does not answer");
  });
});

describe("health", () => {
  test("reports delayed data with the engine's reason", async () => {
    await using service = await startApi();
    const projectId = globalProject;
    service.pipeline.lagMs = 42_000;
    service.pipeline.engine = { kind: "refusing", since: noon - 42_000, reason: "Table gaffe.spans does not exist" };
    service.pipeline.backlog = [{ projectId, entries: 3, bytes: 900, oldestAt: noon - 42_000 }];
    service.pipeline.size = { bytes: 500, entries: 3, maxBytes: 1000 };
    service.pipeline.deadLetters = [aDeadLetter({ id: "d1", projectId, at: noon })];
    const batch = { id: "b", stage: "store", projects: [projectId], items: 3, bytes: 900, failures: 4 } as const;
    service.pipeline.batches = [
      { ...batch, startedAt: noon - 31_000, reason: "refused" },
      { ...batch, startedAt: noon - 29_000 },
      { ...batch, startedAt: noon - 31_000, projects: [asProjectId("other")] },
    ];
    const { body } = await service.ask("GET", "/api/v1/health");
    expect(body.unavailable).toEqual([]);
    expect(body.pipeline).toMatchObject({
      state: "stalled",
      reason:
        "Accepted data has waited to be stored for 42 s: ClickHouse refuses rows (Table gaffe.spans does not exist).",
      lagMs: 42_000,
      waiting: { entries: 3, bytes: 900 },
      engine: { state: "refusing", reason: "Table gaffe.spans does not exist" },
      records: { state: "available" },
      stalledBatches: [{ stage: "store", failures: 4, reason: "refused" }],
      deadLetters: { count: 1, bytes: 1000 },
      journal: { bytes: 500, maxBytes: 1000, share: 0.5 },
      notifications: { waiting: 0 },
    });
  });

  test("answers while ClickHouse is silent or away, and names the parts that are missing", async () => {
    await using silent = await startApi();
    silent.stored.push();
    await using service = await startApi({ datapoints: { ...silent.datapoints, count: never } });
    const answer = await service.ask("GET", "/api/v1/health");
    expect(answer.status).toBe(200);
    expect(answer.body.datapoints).toBeUndefined();
    expect(answer.body.asynchronousChecks).toEqual([]);
    expect(answer.body.unavailable).toEqual([
      { part: expect.stringContaining("datapoints"), reason: "ClickHouse does not answer: no answer within 1500 ms" },
    ]);
  });

  test("does not query a store that is known to be unavailable", async () => {
    let requests = 0;
    const backlog = () => {
      requests++;
      return never();
    };
    await using service = await startApi({
      stores: () => [answers("clickhouse"), away("records", "terminating connection")],
      jobReader: { backlog, pending: never, list: never },
    });
    const { body } = await service.ask("GET", "/api/v1/health");
    expect(requests).toBe(0);
    expect(body.pipeline.records).toMatchObject({ state: "away", reason: "terminating connection" });
    expect(body.pipeline.notifications).toBeUndefined();
    const { items } = (await service.ask("GET", "/api/v1/health/queues")).body;
    expect(items).toContainEqual({
      name: "notifications",
      state: "unknown",
      reason:
        "The queue of notifications could not be read: The records database does not answer: terminating connection.",
    });
  });

  test("a defect of Gaffe stays a 500", async () => {
    const count = () => Promise.reject(new Failure("defect", "ours"));
    await using fine = await startApi();
    await using service = await startApi({ datapoints: { ...fine.datapoints, count } });
    expect((await service.ask("GET", "/api/v1/health")).status).toBe(500);
  });
});

describe("dead letters", () => {
  const other = asProjectId("other");
  async function withDeadLetters() {
    const service = await startApi();
    service.pipeline.deadLetters = [
      ...["d1", "d2", "d3"].map((id, index) => aDeadLetter({ id, projectId: globalProject, at: noon + index })),
      aDeadLetter({ id: "x1", projectId: other, at: noon }),
    ];
    return service;
  }

  test("are listed newest first by page, with reason, time and attempts, of one project only", async () => {
    await using service = await withDeadLetters();
    const first = (await service.ask("GET", "/api/v1/dead-letters?limit=2")).body;
    expect(first).toMatchObject({
      count: 3,
      bytes: 3000,
      items: [
        { id: "d3", reason: expect.stringContaining("no_poison"), attempts: 1, items: 1, bytes: 1000 },
        { id: "d2" },
      ],
    });
    const second = (await service.ask("GET", `/api/v1/dead-letters?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual(["d1"]);
    expect(second.nextCursor).toBeUndefined();
    const queue = (await service.ask("GET", "/api/v1/health/queues")).body.items[1];
    expect(queue).toMatchObject({ name: "dead_letters", state: "stalled", waiting: 3 });
  });

  test("are replayed by ID or all together, and that is in the audit log", async () => {
    await using service = await withDeadLetters();
    const replay = (body: unknown, token?: string) =>
      service.ask("POST", "/api/v1/dead-letters/replay", { body, ...(token === undefined ? {} : { token }) });
    expect(await replay({ ids: ["d1", "x1"] })).toMatchObject({ status: 202, body: { replayed: 1 } });
    expect(await replay({ all: true })).toMatchObject({ status: 202, body: { replayed: 2 } });
    expect(service.pipeline.deadLetters.map(({ id }) => id)).toEqual(["x1"]);
    expect((await replay({})).status).toBe(400);
    expect((await replay({ all: true }, await service.tokenWith(["read"]))).status).toBe(403);
    const audit = (await service.ask("GET", "/api/v1/audit-log")).body.items;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["POST /dead-letters/replay"]),
    );
  });

  test("are deleted by an admin, one at a time", async () => {
    await using service = await withDeadLetters();
    const remove = (id: string, token?: string) =>
      service.ask("DELETE", `/api/v1/dead-letters/${id}`, token === undefined ? {} : { token });
    expect((await remove("d1", await service.tokenWith(["write"]))).status).toBe(403);
    expect((await remove("d1")).status).toBe(204);
    expect((await remove("d1")).status).toBe(404);
    expect((await remove("x1")).status).toBe(404);
    expect(service.pipeline.deadLetters.map(({ id }) => id)).toEqual(["d2", "d3", "x1"]);
  });
});
