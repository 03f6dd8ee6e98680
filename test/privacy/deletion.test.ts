import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { encodeTraces } from "../../src/otlp/encode.ts";
import type { Span } from "../../src/otlp/span.ts";
import { chatSpan, withPrompt } from "../lab/spans.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";
import { storedText } from "../support/service/stored-text.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: folder.path });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const Listed = z.object({
  items: z.array(z.looseObject({ id: z.string(), traceId: z.string(), userId: z.string().optional() })),
});
const Deletion = z.looseObject({
  id: z.string(),
  state: z.string(),
  value: z.string().optional(),
  deleted: z.record(z.string(), z.number()),
});
const Issues = z.object({
  items: z.array(z.looseObject({ title: z.string(), explanation: z.string(), occurrences: z.number() })),
});

const base = Date.now() - 5000;
const call = (number: number, user: string, more: Partial<Span> = {}): Span => {
  const span = withPrompt(
    chatSpan({ run: 4, number, startMs: base + number, answer: "I'm sorry, but I can't help with that." }),
    `My name is ${user}. Please refund order ${number}.`,
  );
  return {
    ...span,
    ...more,
    attributes: new Map([...span.attributes, ["user.id", user], ["session.id", `session of ${user}`]]),
  };
};

/** Sends different bytes each time, so that the deduplication of request bodies does not apply. */
async function send(spans: readonly Span[]) {
  const body = encodeTraces(
    spans.map((span) => ({ ...span, resource: new Map([...span.resource, ["sent", `${Math.random()}`]]) })),
  );
  const answer = await fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", "api-key": service.token, "x-gaffe-receipt": "wait" },
    body,
  });
  expect(answer.status).toBe(201);
}
const listed = async () => Listed.parse(await apiOf(service).get("/datapoints?limit=200")).items;
const users = async () =>
  [...new Set((await listed()).map(({ userId = "" }) => userId))].sort((a, b) => a.localeCompare(b));

async function deleted(kind: string, value: string) {
  const api = apiOf(service);
  const requested = Deletion.parse(await api.post("/deletions", { kind, value }));
  return eventually(
    async () => Deletion.parse(await api.get(`/deletions/${requested.id}`)),
    ({ state }) => state === "done",
  );
}

test("a user is deleted for good: proof, nothing left, and a late copy stores nothing", async () => {
  const ann = [1, 2, 3].map((number) => call(number, "ann-canary"));
  const bob = [4, 5].map((number) => call(number, "bob"));
  await send([...ann, ...bob]);
  await eventually(listed, (items) => items.length === 5);
  const done = await deleted("user", "ann-canary");
  expect(done).toMatchObject({ state: "done", deleted: { traces: 3, datapoints: 3, spans: 3 } });
  expect(done.value).toBeUndefined();
  expect(await users()).toEqual(["bob"]);

  await send(ann);
  await send([call(9, "ann-canary")]);
  expect(await users()).toEqual(["bob"]);
  await send([
    call(10, "ann-canary", {
      startNs: BigInt(Date.now() + 1000) * 1_000_000n,
      endNs: BigInt(Date.now() + 2000) * 1_000_000n,
    }),
  ]);
  await eventually(users, (seen) => seen.length === 2);
  expect(await users()).toEqual(["ann-canary", "bob"]);
});

test("a datapoint, a session: each is deleted with everything attached, and issues show what is left", async () => {
  const first = (await listed()).find(({ userId }) => userId === "bob");

  expect(await deleted("datapoint", first?.id ?? "")).toMatchObject({ deleted: { datapoints: 1, spans: 1 } });
  expect((await listed()).filter(({ userId }) => userId === "bob")).toHaveLength(1);
  expect(await deleted("session", "session of bob")).toMatchObject({ deleted: { datapoints: 1 } });
  expect(await users()).toEqual(["ann-canary"]);
  expect(await deleted("session", "no such session")).toMatchObject({ deleted: { datapoints: 0, spans: 0 } });
});

test("all data of a project is deleted when its name is given, and the project still accepts data", async () => {
  await expect(apiOf(service).post("/deletions", { kind: "project", value: "Other" })).rejects.toThrow(/400/);
  await deleted("project", "Global");
  expect(await listed()).toEqual([]);
  const { items } = Issues.parse(await apiOf(service).get("/issues"));
  for (const { explanation, occurrences } of items)
    expect([explanation, occurrences]).toEqual(["What it spoke of was deleted.", 0]);
  await send([call(20, "carl")]);
  expect(await eventually(users, (seen) => seen.length === 1)).toEqual(["carl"]);
});

test("deleted data is in no row and no record afterwards", async () => {
  await service.kill("SIGTERM");
  const rows = await storedText(folder.path);
  expect(rows).toContain("carl");
  expect(rows).not.toMatch(/canary|bob/);
  const records = readdirSync(folder.path).filter((name) => name.startsWith("records"));
  const written = records.map((name) => readFileSync(join(folder.path, name)).toString("latin1")).join("");
  expect(written).not.toContain("refund order 4");
});
