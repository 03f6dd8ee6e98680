import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JudgeKind } from "../../../src/checks/judges/judge.ts";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import { chatSpan } from "../../lab/spans.ts";
import { openFakeJudge } from "../../support/providers/fake-judge.ts";
import { fakeWires } from "../../support/providers/fake-judge-wires.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

/** A fake of one provider and its own project, so that all three can be tested concurrently. */
interface Desk {
  readonly judge: Awaited<ReturnType<typeof openFakeJudge>>;
  readonly judgeId: string;
  readonly token: string;
  readonly api: ReturnType<typeof apiOf>;
}

const kinds = [
  { kind: "openai", model: "gpt-4.1-mini", run: 71, down: "503" },
  { kind: "anthropic", model: "claude-3-5-haiku-latest", run: 72, down: "529" },
  { kind: "gemini", model: "gemini-2.5-flash", run: 73, down: "503" },
] as const;

const folder = temporaryFolder();
const desks = new Map<JudgeKind, Desk>();
let service: Service;

beforeAll(async () => {
  service = await startService({ folder: folder.path, env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } });
  for (const { kind, model } of kinds) desks.set(kind, await openDesk(kind, model));
});

afterAll(async () => {
  await service.kill("SIGTERM");
  for (const { judge } of desks.values()) await judge[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const key = (kind: JudgeKind) => `key-of-${kind}-0123456789`;

async function openDesk(kind: JudgeKind, model: string): Promise<Desk> {
  const adminApi = apiOf(service);
  const { id: projectId } = Named.parse(await adminApi.post("/projects", { name: kind }));
  const scopes = ["ingest", "read", "write", "admin"];
  const { secret: token } = Token.parse(await adminApi.post("/tokens", { name: kind, projectId, scopes }));
  const api = apiOf({ url: service.url, token });
  const judge = await openFakeJudge(kind);
  const { id: judgeId } = Named.parse(
    await api.post("/judges", { name: kind, kind, baseUrl: judge.url, model, key: key(kind) }),
  );
  await api.post("/monitors", { name: "Tone", condition: "", checks: [{ check: "toxicity" }] });
  return { judge, judgeId, token, api };
}

const Named = z.looseObject({ id: z.string() });
const Token = z.looseObject({ secret: z.string() });
const Verdicts = z.looseObject({
  id: z.string(),
  verdicts: z.array(z.looseObject({ check: z.string(), state: z.string(), reason: z.string().optional() })),
});
const Issues = z.object({ items: z.array(z.looseObject({ check: z.string().optional(), occurrences: z.number() })) });
const Queues = z.object({
  items: z.array(
    z.looseObject({ name: z.string(), state: z.string(), waiting: z.int().optional(), reason: z.string().optional() }),
  ),
});

const deskOf = (kind: JudgeKind) => desks.get(kind) as Desk;
const patiently = 300;
let sent = 0;

/** Sends one span; resolves with a function that reads the verdicts of its datapoint. */
async function send({ token, api }: Desk, run: number, answer: string) {
  const span = chatSpan({ run, number: ++sent, startMs: Date.now() - 5000, answer });
  const response = await fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", "api-key": token },
    body: encodeTraces([span]),
  });
  expect(response.status).toBe(200);
  const { id } = await eventually(
    async () => Found.parse(await api.get(`/datapoints?q=trace:${span.traceId}`)).items[0] ?? { id: "" },
    (found) => found.id !== "",
  );
  return async (check: string) =>
    Verdicts.parse(await api.get(`/datapoints/${id}`)).verdicts.find((one) => one.check === check);
}
const Found = z.object({ items: z.array(Named) });

const judgesQueue = async (api: Desk["api"]) =>
  Queues.parse(await api.get("/health/queues")).items.find(({ name }) => name === "judges");

const isOver = (verdict: { state: string } | undefined) =>
  verdict !== undefined && !["queued", "running"].includes(verdict.state);

describe.concurrent.each(kinds)("a judge that speaks as $kind", ({ kind, model, run, down }) => {
  test("takes a span from queued to its verdict and its issue, and outlives an outage", async ({ expect }) => {
    const desk = deskOf(kind);
    const { judge, api } = desk;

    expect(await api.post(`/judges/${desk.judgeId}/test`, {})).toMatchObject({
      ok: true,
      verdict: { state: "passed" },
    });
    const [header, value] = fakeWires[kind].key(key(kind));
    expect(judge.questions.at(-1)).toMatchObject({ model, headers: { [header]: value } });

    judge.behave(() => undefined);
    const slowly = await send(desk, run, "This is BAD, really.");
    expect(
      await eventually(
        () => slowly("toxicity"),
        (verdict) => verdict?.state === "running",
      ),
    ).toMatchObject({ state: "running" });
    // The fake drops the hanging request without a response, and the service retries it.
    judge.letGo();
    judge.recover();
    const failed = await eventually(() => slowly("toxicity"), isOver, patiently);
    expect(failed).toMatchObject({ state: "failed", value: true, model, explanation: "It says BAD." });
    expect(failed).toMatchObject({
      evidence: [{ target: "output", text: "BAD" }],
      inputTokens: 1000,
      outputTokens: 100,
    });
    const issues = await eventually(
      async () => Issues.parse(await api.get("/issues")).items,
      (items) => items.some(({ check }) => check === "toxicity"),
    );
    expect(issues.find(({ check }) => check === "toxicity")).toMatchObject({ occurrences: 1 });

    const well = await send(desk, run, "All is well here.");
    expect(await eventually(() => well("toxicity"), isOver, patiently)).toMatchObject({
      state: "passed",
      value: false,
    });

    // Two unusable responses: broken with the reason, never passed.
    judge.behave(() => "{}");
    const garbled = await send(desk, run, "Nobody can judge this.");
    expect(await eventually(() => garbled("toxicity"), isOver, patiently)).toMatchObject({
      state: "broken",
      reason: expect.stringContaining("no valid answer twice") as string,
    });

    judge.breakDown();
    const waiting = await send(desk, run, "BAD while it is down.");
    const queued = await eventually(
      () => waiting("toxicity"),
      (verdict) => verdict?.reason !== undefined,
      patiently,
    );
    expect(queued).toMatchObject({
      state: expect.stringMatching(/^(queued|running)$/) as string,
      reason: expect.stringMatching(new RegExp(`^try \\d+ gave no verdict: the judge answered ${down}$`)) as string,
    });
    const queue = () => judgesQueue(api);
    // A queue counts as stalled after ten seconds for every kind, so only one of them waits for it.
    if (kind === "openai") {
      const stalled = await eventually(queue, (seen) => seen?.state === "stalled", patiently);
      expect(stalled).toMatchObject({
        waiting: 1,
        reason: expect.stringMatching(/^1 judge verdict has waited for \d+ s: the judge answered 503\.$/) as string,
      });
    } else expect(await queue()).toMatchObject({ waiting: 1 });

    judge.recover();
    expect(await eventually(() => waiting("toxicity"), isOver, patiently)).toMatchObject({ state: "failed" });
    const again = await eventually(
      async () => Issues.parse(await api.get("/issues")).items.find(({ check }) => check === "toxicity")?.occurrences,
      (occurrences) => occurrences === 2,
      patiently,
    );
    expect(again).toBe(2);
    const idle = await eventually(queue, (seen) => (seen?.state ?? "idle") === "idle", patiently);
    expect(idle?.state ?? "idle").toBe("idle");
  });
});

test("the service's output contains no key of a judge", () => {
  for (const { kind } of kinds) expect(service.output()).not.toContain(key(kind));
});
