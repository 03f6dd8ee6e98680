import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { answerTo, openFakeJudge, plainDecide } from "../../support/providers/fake-judge.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

interface Verdict {
  readonly check: string;
  readonly state: string;
  readonly reason?: string;
  readonly costUsd?: number;
}

const env = { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" };
const key = "sk-very-secret-judge-key";
const folder = temporaryFolder();
let service: Service;
let judge: Awaited<ReturnType<typeof openFakeJudge>>;
let judgeId: string;

beforeAll(async () => {
  judge = await openFakeJudge();
  service = await startService({ folder: folder.path, port: await freePort(), env });
  const made = await api().post("/judges", { name: "Mini", baseUrl: judge.url, model: "gpt-4.1-mini", key });
  judgeId = (made as { id: string }).id;
  await api().post("/monitors", { name: "Tone", condition: "", checks: [{ check: "toxicity" }] });
});

afterAll(async () => {
  await service.kill("SIGTERM");
  await judge[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const api = () => apiOf(service);
const sane = () => judge.behave((question) => answerTo(question, plainDecide));

async function record(output: string): Promise<string> {
  const { items } = (await api().post("/datapoints", { input: "Hello", output, requestModel: "m" })) as {
    items: { id: string }[];
  };
  return items[0]?.id ?? "";
}

async function verdictOf(id: string, check = "toxicity"): Promise<Verdict | undefined> {
  const shown = (await api()
    .get(`/datapoints/${id}`)
    .catch(() => undefined)) as { verdicts: Verdict[] } | undefined;
  return shown?.verdicts.find((verdict) => verdict.check === check);
}

const isOver = (verdict: Verdict | undefined) =>
  verdict !== undefined && !["queued", "running"].includes(verdict.state);
const over = (id: string) => eventually(() => verdictOf(id), isOver);

describe("a judge", () => {
  test("can be tested, and its key is never revealed", async () => {
    const tried = await api().post(`/judges/${judgeId}/test`, {});
    expect(tried).toMatchObject({ ok: true, verdict: { state: "passed", costUsd: expect.any(Number) as number } });
    expect(judge.questions.at(-1)?.headers["authorization"]).toBe(`Bearer ${key}`);
    expect(JSON.stringify(await api().get("/judges"))).not.toContain(key);
    expect(service.output()).not.toContain(key);
  });

  test("evaluates datapoints; a failed verdict is an issue; the verdict has model and cost", async () => {
    const [bad, good] = [await record("This is BAD."), await record("All is well.")];
    expect(await over(bad)).toMatchObject({ state: "failed", model: "gpt-4.1-mini", costUsd: 0.00056 });
    expect(await over(good)).toMatchObject({ state: "passed" });
    const issues = await eventually(
      async () => (await api().get("/issues")) as { items: { check?: string; occurrences: number }[] },
      ({ items }) => items.some(({ check }) => check === "toxicity"),
    );
    expect(issues.items.find(({ check }) => check === "toxicity")).toMatchObject({ occurrences: 1 });
    const { items } = (await api().get("/judges")) as { items: { today: { calls: number; usd: number } }[] };
    expect(items[0]?.today).toMatchObject({ calls: 3, usd: 0.00168 });
  });

  test("is included in the cost preview of a monitor without a call", async () => {
    const before = judge.questions.length;
    const previewed = (await api().post("/monitors/preview", {
      condition: "",
      checks: [{ check: "toxicity" }],
      sampleRate: 0.5,
    })) as {
      matching: number;
      judges: { usd: number };
    };
    expect(previewed).toMatchObject({ matching: 2, checks: [{ notRun: expect.any(String) as string }] });
    expect(judge.questions.length).toBe(before);
    // The estimate is a quarter to twice the cost of the fake judge's thousand and hundred tokens.
    expect(previewed.judges.usd).toBeGreaterThan(0.00056 / 4);
    expect(previewed.judges.usd).toBeLessThan(0.00056 * 2);
  });

  test("that is down is reported immediately; waiting checks are evaluated once each when it is back", async () => {
    judge.behave((_question, _request, response) => void response.writeHead(503).end("down"));
    const id = await record("Still BAD.");
    const health = await eventually(
      async () => (await api().get("/health")) as { asynchronousChecks: { failing: number; problem?: string }[] },
      ({ asynchronousChecks }) => asynchronousChecks.some(({ failing }) => failing > 0),
    );
    expect(health.asynchronousChecks).toMatchObject([
      { executor: "judge", failing: 1, problem: "the judge answered 503" },
    ]);
    // The verdict is queued between two attempts and running during one.
    const waiting = await eventually(
      () => verdictOf(id),
      (verdict) => verdict?.state === "queued",
    );
    expect(waiting).toMatchObject({
      state: "queued",
      reason: expect.stringContaining("answered 503") as string,
    });
    const before = judge.questions.length;
    sane();
    expect(await over(id)).toMatchObject({ state: "failed" });
    expect(judge.questions.length).toBe(before + 1);
  });

  test("is called again after a crash only for checks without a verdict", async () => {
    const done = await record("Done before the crash.");
    await over(done);
    judge.behave(() => undefined);
    const before = judge.questions.length;
    const id = await record("BAD while it dies.");
    await eventually(
      () => Promise.resolve(judge.questions.length),
      (count) => count > before,
    );
    await service.kill("SIGKILL");
    sane();
    service = await startService({ folder: folder.path, port: service.port, env });
    expect(await over(id)).toMatchObject({ state: "failed" });
    expect(judge.questions.length).toBe(before + 2);
    expect(await verdictOf(done)).toMatchObject({ state: "passed" });
  });

  test("of a monitor over its daily limit is skipped with that reason, and the monitor's status reports it", async () => {
    const made = (await api().post("/monitors", {
      name: "Capped",
      condition: "",
      checks: [{ check: "politeness" }],
      dailyLimits: { datapoints: 1 },
    })) as { id: string };
    const capped = () => record("All is well.");
    const skipped = await eventually(
      async () => {
        const id = await capped();
        return eventually(() => verdictOf(id, "politeness"), isOver);
      },
      (verdict) => verdict?.state === "skipped",
    );
    expect(skipped).toMatchObject({ reason: expect.stringContaining("daily limit of 1 datapoints a day") as string });
    expect(await api().get(`/monitors/${made.id}/status`)).toMatchObject({ state: "daily_limit" });
    await api().delete(`/monitors/${made.id}`);
  });

  test("over its daily limit skips with the reason, and health reports it", async () => {
    await api().patch(`/judges/${judgeId}`, { dailyCalls: 1 });
    expect(await over(await record("BAD and unpaid."))).toMatchObject({
      state: "skipped",
      reason: expect.stringContaining("daily limit") as string,
    });
    expect(await api().get("/health")).toMatchObject({ judges: [{ name: "Mini" }] });
    await api().patch(`/judges/${judgeId}`, { dailyCalls: 1000 });
  });

  test("through our own proxy is recorded and never judged", async () => {
    await api().post("/upstreams", { id: "fake", baseUrl: judge.url });
    await api().patch(`/judges/${judgeId}`, { baseUrl: `${service.url}/v1`, model: "fake/gpt-4.1-mini", key });
    expect(await over(await record("BAD through the proxy."))).toMatchObject({ state: "failed" });
    const own = await eventually(
      async () =>
        ((await api().get("/datapoints?q=source:proxy")) as { items: { id: string; verdicts: object }[] }).items,
      (items) => items.length > 0,
    );
    expect(own).toMatchObject([{ verdicts: {} }]);
    expect(Object.keys(own[0]?.verdicts ?? {})).toEqual([]);
  });

  test("at another host loses its key", async () => {
    await api().patch(`/judges/${judgeId}`, { baseUrl: "https://elsewhere.example/v1" });
    expect(await api().get(`/judges/${judgeId}`)).toMatchObject({ hasKey: false });
  });
});
