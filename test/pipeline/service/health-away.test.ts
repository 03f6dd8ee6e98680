import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

interface Health {
  readonly pipeline: { readonly state: string; readonly engine: { readonly state: string } };
  readonly unavailable: readonly { readonly part: string }[];
  readonly datapoints?: number;
}

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: folder.path });
});
afterAll(async () => {
  await service?.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const health = async () => (await apiOf(service).get("/health")) as Health;
const readiness = async () => {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { status: string; degraded?: readonly string[] } };
};
const metric = async (name: string) => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );
};

describe("while ClickHouse is silent", () => {
  test("the service stays ready, reports unavailable stores and delays, and recovers afterwards", async () => {
    const engine = service.clickhousePid() ?? 0;
    process.kill(engine, "SIGSTOP");
    await apiOf(service).post("/datapoints", { input: "Hello", output: "Hello." });
    // The supervisor may replace a silent engine in the meantime: both states count.
    const away = await eventually(readiness, ({ body }) => body.degraded !== undefined);
    expect(away.status).toBe(200);
    expect(away.body.degraded?.[0]).toMatch(/^clickhouse: /);
    const seen = await health();
    expect(seen.datapoints === undefined ? seen.unavailable.length : 1).toBeGreaterThan(0);
    try {
      process.kill(engine, "SIGCONT");
    } catch {
      // The engine was replaced.
    }
    expect(await eventually(readiness, ({ body }) => body.degraded === undefined)).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
    const after = await eventually(health, ({ datapoints, pipeline }) => datapoints === 1 && pipeline.state === "idle");
    expect(after).toMatchObject({ datapoints: 1, unavailable: [], pipeline: { state: "idle" } });
    expect(
      await eventually(
        () => metric("gaffe_engine_available"),
        (value) => value === 1,
      ),
    ).toBe(1);
  });
});
