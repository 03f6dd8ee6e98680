import { expect, test } from "vitest";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import { asDatapointId, globalProject } from "../../src/platform/ids.ts";
import { type Dialog, dialog } from "../support/data/datapoints.ts";
import { aFinding, noon } from "../support/data/examples.ts";
import { raisingInto } from "../support/data/raising.ts";
import { startApi } from "../support/service/api.ts";
import { rowOf } from "../support/service/fake-readers.ts";

type Service = Awaited<ReturnType<typeof startApi>>;

const path = "/api/v1/scenario-sets/from-datapoints";

function record(service: Service, ...calls: readonly Dialog[]): readonly Datapoint[] {
  return calls.map((call, index) => {
    const more = { startedAt: noon - 1000 - index, ...call.more };
    const datapoint = { ...dialog({ output: "I cannot help you.", ...call, more }), id: asDatapointId(`d${index}`) };
    service.stored.push({ datapoint, monitorIds: [], verdicts: [] });
    return datapoint;
  });
}

const rowsOf = async (service: Service, id: string) =>
  (await service.ask("GET", `/api/v1/scenario-sets/${id}/rows`)).body.items;

test("the request becomes the input, scrubbed; the response never becomes the result", async () => {
  await using service = await startApi();
  record(
    service,
    { input: "Write to ann@example.org, card 4111 1111 1111 1111" },
    { input: "Where is my order?", system: "You are a bot." },
  );
  const { status, body } = await service.ask("POST", path, { body: { name: "Refused", q: "" } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    added: 2,
    leftOut: [],
    more: false,
    scenario: { name: "Refused", rows: 2, version: 1 },
  });
  expect(body.redacted.toSorted((a: { type: string }, b: { type: string }) => a.type.localeCompare(b.type))).toEqual([
    { type: "credit_card", count: 1 },
    { type: "email_address", count: 1 },
  ]);
  const rows = await rowsOf(service, body.scenario.id);
  expect(rows).toMatchObject([
    {
      input: "Write to [redacted:email_address], card [redacted:credit_card]",
      result: null,
      origin: { datapointId: "d0" },
    },
    { input: "Where is my order?", result: null, origin: { datapointId: "d1" } },
  ]);
  expect(JSON.stringify(rows)).not.toContain("I cannot help you");
});

test("a project's own patterns are looked for as well", async () => {
  await using service = await startApi();
  const rules = { kinds: [], patterns: [{ name: "employee", pattern: "E\\d{6}" }], content: "stored" };
  expect((await service.ask("PATCH", "/api/v1/privacy", { body: { rules } })).status).toBe(200);
  record(service, { input: "I am E123456, ann@example.org" });
  const { body } = await service.ask("POST", path, { body: { name: "Refused", datapointIds: ["d0"] } });
  const [row] = await rowsOf(service, body.scenario.id);
  expect(row.input).toBe("I am [redacted:employee], [redacted:email_address]");
});

test("results that a person gives are taken, also into the next version, where no input comes twice", async () => {
  await using service = await startApi();
  record(service, { input: "one" }, { input: "two" }, { input: "two" }, { system: "nothing else" });
  const first = await service.ask("POST", path, {
    body: { name: "Labeled", datapointIds: ["d0"], results: [{ datapointId: "d0", result: { label: "a" } }] },
  });
  const { id } = first.body.scenario;
  const next = await service.ask("POST", path, { body: { scenarioId: id, datapointIds: ["d1", "d0", "d2", "d3"] } });
  expect(next.body).toMatchObject({
    added: 1,
    scenario: { id, version: 2, rows: 2 },
    leftOut: [
      { datapointId: "d0", reason: "the set has this input already" },
      { datapointId: "d2", reason: "another one has the same input" },
      { datapointId: "d3", reason: "the input of the model call is not recorded" },
    ],
  });
  expect(await rowsOf(service, id)).toMatchObject([
    { input: "one", result: { label: "a" } },
    { input: "two", result: null },
  ]);
  const again = await service.ask("POST", path, { body: { scenarioId: id, datapointIds: ["d0"] } });
  expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining("already") } });
});

test("matches of a query above the limit are dropped, and that is reported", async () => {
  await using service = await startApi();
  record(service, ...Array.from({ length: 5 }, (_, index) => ({ input: `question ${index}` })));
  const { body } = await service.ask("POST", path, { body: { name: "Some", q: "question", limit: 3 } });
  expect(body).toMatchObject({ added: 3, more: true });
  const all = await service.ask("POST", path, { body: { name: "All", q: "question", limit: 5 } });
  expect(all.body).toMatchObject({ added: 5, more: false });
});

test("an issue gives its occurrences, by id or number", async () => {
  await using service = await startApi();
  const datapoints = record(service, { input: "one" }, { input: "two" });
  const finding = aFinding({ projectId: globalProject });
  await raisingInto(service.records, { now: () => noon })([finding]);
  const occurrences = datapoints.map((datapoint) => ({
    datapoint: rowOf(datapoint),
    explanation: "",
    evidence: [],
    at: noon,
  }));
  service.occurrences.set(finding.issueId, occurrences);
  const { body } = await service.ask("POST", path, { body: { name: "Issue 1", issueId: "1" } });
  expect(body).toMatchObject({ added: 2 });
  const byId = await service.ask("POST", path, { body: { name: "Again", issueId: finding.issueId } });
  expect(byId.body).toMatchObject({ added: 2 });
});

test.each([
  ["neither a name nor a set", { q: "" }, 400, "name"],
  ["both of them", { name: "a", scenarioId: "b", q: "" }, 400, "name"],
  ["nothing to collect from", { name: "a" }, 400, "datapointIds"],
  ["two things to collect from", { name: "a", q: "", issueId: "1" }, 400, "datapointIds"],
  ["a query with a mistake", { name: "a", q: "model:(" }, 400, "q"],
  ["a query that nothing matches", { name: "a", q: "zebra" }, 404, "q"],
  ["a set that is not there", { scenarioId: "nosuch", q: "" }, 400, "scenarioId"],
  ["a name that is taken", { name: "Taken", q: "" }, 409, "name"],
  ["a misspelt field", { name: "a", query: "" }, 400, undefined],
  ["a datapoint that is not there", { name: "a", datapointIds: ["nosuch"] }, 404, undefined],
  ["too many", { name: "a", q: "", limit: 5000 }, 400, "limit"],
])("%s is refused", async (_, body, status, field) => {
  await using service = await startApi();
  record(service, { input: "one" });
  await service.ask("POST", "/api/v1/scenario-sets", { body: { name: "Taken", seedData: [{ input: "x" }] } });
  const answer = await service.ask("POST", path, { body });
  expect([answer.status, answer.body.detail]).toEqual([status, expect.any(String)]);
  if (field !== undefined) expect(answer.body.field).toBe(field);
});
