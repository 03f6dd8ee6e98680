import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Failure } from "../../src/platform/failure.ts";
import { asDatapointId, globalProject } from "../../src/platform/ids.ts";
import { dialog } from "../support/data/datapoints.ts";
import { noon } from "../support/data/examples.ts";
import { startApi } from "../support/service/api.ts";
import { fakeReaders } from "../support/service/fake-readers.ts";

type Service = Awaited<ReturnType<typeof startApi>>;

const add = (service: Service, id: string, change: object = {}) =>
  service.stored.push({
    datapoint: {
      ...dialog({ input: "question", output: "answer" }),
      projectId: globalProject,
      id: asDatapointId(id),
      startedAt: noon - 1000,
      ...change,
    },
    monitorIds: [],
    verdicts: [],
  });

describe("an export", () => {
  test("holds everything that matches over all pages, as CSV", async () => {
    await using service = await startApi();
    for (let number = 0; number < 1200; number++) add(service, `d${number}`, { environment: number % 2 ? "a" : "b" });
    const { headers, text } = await service.ask("GET", "/api/v1/datapoints/export?q=env:a&format=csv");
    expect(headers.get("content-disposition")).toContain("datapoints.csv");
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(601);
    expect(lines[0]).toMatch(/^id,traceId,startedAt,/);
  });

  test("contains whole datapoints, one per line, on request", async () => {
    await using service = await startApi();
    add(service, "d1");
    add(service, "d2");
    const { text } = await service.ask("GET", "/api/v1/datapoints/export?content=whole");
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { input: unknown[] }).input.length)).toEqual([1, 1]);
  });

  test("is refused with a mistake in the query before anything is sent", async () => {
    await using service = await startApi();
    expect((await service.ask("GET", "/api/v1/datapoints/export?q=modle:x")).status).toBe(400);
  });
});

describe("following datapoints", () => {
  test("sends matching datapoints as they arrive, each once, and ends when the service stops", async () => {
    let serving = true;
    await using service = await startApi({ isServing: () => serving });
    const answer = await fetch(`${service.url}/api/v1/datapoints/tail?q=env:a`);
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    service.clock.now = noon + 60_000;
    add(service, "new1", { startedAt: noon + 1000, environment: "a" });
    add(service, "other", { startedAt: noon + 1000, environment: "b" });
    let text = "";
    let serviceStop: Promise<void> | undefined;
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("new1"))
        serviceStop ??= pause(2500).then(() => {
          serving = false;
        });
    }
    const events = [...text.matchAll(/data: (.*)/g)].map(
      ([, data]) => JSON.parse(data ?? "") as { items: { id: string }[]; among: number },
    );
    expect(events.map(({ items, among }) => [items.map(({ id }) => id), among])).toEqual([[["new1"], 1]]);
  });
});

test("a stream reports when reads fail, and when they succeed again", async () => {
  let serving = true;
  let reads = 0;
  await using service = await startApi({
    isServing: () => serving,
    datapoints: {
      ...fakeReaders().datapoints,
      arrived() {
        reads++;
        serving = reads < 3;
        if (reads === 1) throw new Failure("dependency", "the engine does not answer");
        return Promise.resolve({ items: [], among: 0, until: 0 });
      },
    },
  });
  const answer = await fetch(`${service.url}/api/v1/datapoints/tail`);
  const events = [...(await answer.text()).matchAll(/event: (.*)\n(?:id: .*\n)?data: (.*)/g)];
  expect(events.map(([, event, data]) => [event, JSON.parse(data ?? "")])).toEqual([
    ["wrong", { detail: "the engine does not answer" }],
    ["rows", { items: [], among: 0 }],
  ]);
});

describe("saved views", () => {
  test("are stored under a name, renamed and removed", async () => {
    await using service = await startApi();
    const view = { page: "datapoints", name: "Slow", search: "q=latency%3A%3E5s" };
    const made = await service.ask("POST", "/api/v1/views", { body: view });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(view)]);
    expect((await service.ask("POST", "/api/v1/views", { body: view })).status).toBe(409);
    const path = `/api/v1/views/${made.body.id}`;
    expect((await service.ask("PATCH", path, { body: { name: "Very slow" } })).body.name).toBe("Very slow");
    expect((await service.ask("GET", "/api/v1/views")).body.items).toHaveLength(1);
    expect((await service.ask("DELETE", path)).status).toBe(204);
    expect((await service.ask("DELETE", path)).status).toBe(404);
    expect(await service.records.savedViews.list(globalProject)).toEqual([]);
  });
});

test("a datapoint is shown with its long texts cut, and lists the cuts", async () => {
  await using service = await startApi();
  const text = "x".repeat(5000);
  add(service, "long", { input: [{ role: "user", parts: [{ type: "text", text }] }] });
  const { body } = await service.ask("GET", "/api/v1/datapoints/long?cut=1000");
  expect(body.input[0].parts[0].text).toHaveLength(1000);
  expect(body.cuts).toEqual([{ pointer: "/input/0/parts/0/text", kind: "text", length: 5000 }]);
  expect((await service.ask("GET", "/api/v1/datapoints/long")).body.input[0].parts[0].text).toBe(text);
});
