import { expect, test } from "vitest";
import { isSampled } from "../../../src/monitors/stages/match-monitors.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { dialog } from "../../support/data/datapoints.ts";
import { noon } from "../../support/data/examples.ts";
import { startApi } from "../../support/service/api.ts";

const refund = {
  name: "mentions_refund",
  body: { kind: "code", source: "export default ({ output }: { output: string }) => output.includes('refund');" },
};

type Service = Awaited<ReturnType<typeof startApi>>;

const create = (service: Service, changes: object = {}) =>
  service.ask("POST", "/api/v1/checks", { body: { ...refund, ...changes } });

function record(service: Service, ...answers: readonly string[]): readonly string[] {
  return answers.map((output, index) => {
    const datapoint = {
      ...dialog({ input: "May I have my money back?", output, more: { startedAt: noon - 1000 - index } }),
      id: `datapoint_${index}` as never,
    };
    service.stored.push({ datapoint, monitorIds: [], verdicts: [] });
    return datapoint.id;
  });
}

test("a custom check is made, listed, shown and evaluated like any other", async () => {
  await using service = await startApi();
  const made = await create(service, { tags: ["refunds"], severity: "critical" });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: "mentions_refund",
    title: "Mentions refund",
    kind: "code",
    severity: "critical",
    output: { type: "boolean", rule: "pass when true" },
    custom: { number: 1, tags: ["refunds"] },
    definition: { body: refund.body, judges: "answer", needs: [] },
  });
  const listed = await service.ask("GET", "/api/v1/checks?custom=true&tag=refunds&kind=code");
  expect(listed.body.items.map(({ name }: { name: string }) => name)).toEqual(["mentions_refund"]);
  const [id] = record(service, "Your refund is on its way.");
  const verdict = await service.ask("POST", "/api/v1/checks/mentions_refund/evaluate", { body: { datapointId: id } });
  expect(verdict.body).toMatchObject({ state: "passed", value: true, version: made.body.version });
});

test("the library is filtered by kind, category and what is evaluated", async () => {
  await using service = await startApi();
  const names = async (query: string) => {
    const { body } = await service.ask("GET", `/api/v1/checks?${query}`);
    return body.items.map(({ name }: { name: string }) => name);
  };
  const all = await names("");
  const calls = await names("judges=calls");
  expect(calls).toContain("is_function_correct");
  expect(calls.length).toBeLessThan(all.length);
  expect(await names("category=Secrets&kind=code")).toContain("secret_jwt");
  expect(await names("target=tools")).toContain("tool_definition_injection");
  expect(await names("target=tools")).not.toContain("secret_jwt");
  expect(await names("custom=true")).toEqual([]);
  expect(await names("custom=false")).toEqual(all);
});

test.each([
  ["a name of the library", { name: "is_json" }, 409, "name"],
  ["an invalid name", { name: "Mentions Refund" }, 400, "name"],
  [
    "code with a mistake",
    { body: { kind: "code", source: "export default () => {\n  return (\n}" } },
    400,
    "body.source",
  ],
  ["code without a function", { body: { kind: "code", source: "const a = 1;" } }, 400, "body.source"],
  ["a misspelt field", { sevirity: "major" }, 400, "body"],
  ["a score without a threshold", { output: { type: "score", min: 0, max: 1 } }, 400, undefined],
  ["a category that is none", { output: { type: "category", categories: ["a", "b"], passing: ["c"] } }, 400, undefined],
  [
    "a prompt with a misspelt variable",
    { body: { kind: "judge", prompt: "Is {{otput}} polite?" } },
    400,
    "body.prompt",
  ],
  [
    "a judge that scores from 0 to 10",
    {
      body: { kind: "judge", prompt: "How polite is {output}?" },
      output: { type: "score", min: 0, max: 10, passFrom: 5 },
    },
    400,
    "output",
  ],
])("%s is refused", async (_, changes, status, field) => {
  await using service = await startApi();
  const answer = await create(service, changes);
  expect(answer.status).toBe(status);
  if (field !== undefined) expect(answer.body.field).toBe(field);
  expect((await service.ask("GET", "/api/v1/checks?custom=true")).body.items).toEqual([]);
});

test("the same name twice is a conflict", async () => {
  await using service = await startApi();
  await create(service);
  expect((await create(service)).status).toBe(409);
});

test("another definition is another version; another title is not", async () => {
  await using service = await startApi();
  const made = await create(service);
  const renamed = await service.ask("PATCH", "/api/v1/checks/mentions_refund", {
    body: { title: "Speaks of refunds" },
  });
  expect(renamed.body).toMatchObject({ title: "Speaks of refunds", version: made.body.version, custom: { number: 1 } });
  const body = { body: { kind: "code", source: "export default ({ output }) => /refund/i.test(output)" }, number: 1 };
  const changed = await service.ask("PATCH", "/api/v1/checks/mentions_refund", { body });
  expect(changed.body.custom.number).toBe(2);
  expect(changed.body.version).not.toBe(made.body.version);
  const late = await service.ask("PATCH", "/api/v1/checks/mentions_refund", { body });
  expect(late.status).toBe(409);
  const versions = await service.ask("GET", "/api/v1/checks/mentions_refund/versions");
  expect(
    versions.body.items.map(({ number, version }: { number: number; version: number }) => [number, version]),
  ).toEqual([
    [2, changed.body.version],
    [1, made.body.version],
  ]);
});

test("a definition is validated without being stored; a mistake names its line", async () => {
  await using service = await startApi();
  const request = (definition: object) => service.ask("POST", "/api/v1/checks/validate", { body: definition });
  expect((await request({ body: refund.body })).body).toMatchObject({ ok: true, problems: [] });
  const mistaken = await request({ body: { kind: "code", source: "export default (d) => {\n  const a = ;\n}" } });
  expect(mistaken.body).toMatchObject({ ok: false, problems: [{ field: "body.source", line: 2 }] });
  const endless = await request({ body: { kind: "code", source: "for (;;); export default () => true" } });
  expect(endless.body).toMatchObject({ ok: false, problems: [{ field: "body.source" }] });
});

test("a draft is tried on stored data, compared to the version before it", async () => {
  await using service = await startApi();
  await create(service);
  record(service, "A refund is due.", "REFUND!", "No.");
  const source = "export default ({ output }) => { console.log(output.length); return /refund/i.test(output) }";
  const tried = await service.ask("POST", "/api/v1/checks/dry-run", {
    body: { definition: { body: { kind: "code", source } }, against: { name: "mentions_refund" } },
  });
  expect(tried.body).toMatchObject({ passed: 2, failed: 1, flips: 1 });
  expect(tried.body.items.map(({ flips }: { flips: boolean }) => flips)).toEqual([false, true, false]);
  expect(tried.body.items[0]).toMatchObject({ logs: ["16"], datapoint: { outputPreview: "A refund is due." } });
});

test("a runtime mistake is reported with its line, and neither passes nor fails", async () => {
  await using service = await startApi();
  record(service, "Yes.");
  const source = "export default (d) => {\n  return d.nothing.length > 0;\n}";
  const tried = await service.ask("POST", "/api/v1/checks/dry-run", {
    body: { definition: { body: { kind: "code", source } } },
  });
  expect(tried.body).toMatchObject({ broken: 1, items: [{ line: 2, verdict: { state: "broken" } }] });
});

test("two versions are compared on the same datapoints", async () => {
  await using service = await startApi();
  await create(service);
  const body = { kind: "code", source: "export default ({ output }) => !output.includes('refund')" };
  await service.ask("PATCH", "/api/v1/checks/mentions_refund", { body: { body } });
  record(service, "A refund is due.", "No.");
  const compared = await service.ask("POST", "/api/v1/checks/mentions_refund/compare", { body: { from: 1, to: 2 } });
  expect(compared.body).toMatchObject({ passed: 1, failed: 1, flips: 2 });
  const missing = await service.ask("POST", "/api/v1/checks/mentions_refund/compare", { body: { from: 1, to: 7 } });
  expect(missing.status).toBe(404);
});

test("a check that monitors use cannot be removed", async () => {
  await using service = await startApi();
  await create(service);
  const monitor = await service.ask("POST", "/api/v1/monitors", {
    body: { name: "Refunds", condition: "", checks: [{ check: "mentions_refund" }] },
  });
  expect(monitor.status).toBe(201);
  expect((await service.ask("GET", "/api/v1/checks/mentions_refund")).body.usedBy).toMatchObject([{ name: "Refunds" }]);
  expect((await service.ask("DELETE", "/api/v1/checks/mentions_refund")).status).toBe(409);
  await service.ask("DELETE", `/api/v1/monitors/${monitor.body.id}`);
  expect((await service.ask("DELETE", "/api/v1/checks/mentions_refund")).status).toBe(204);
  expect((await service.ask("GET", "/api/v1/checks/mentions_refund")).status).toBe(404);
  expect((await service.ask("DELETE", "/api/v1/checks/is_json")).status).toBe(409);
});

test("a switched-off check shows the reason, and can be switched on again", async () => {
  await using service = await startApi();
  await create(service);
  for (let stop = 0; stop < 5; stop++)
    await service.records.customChecks.stopped(globalProject, "mentions_refund", noon + stop);
  const off = await service.ask("GET", "/api/v1/checks/mentions_refund");
  expect(off.body.custom.off.reason).toContain("5 times within 10 minutes");
  const on = await service.ask("PATCH", "/api/v1/checks/mentions_refund", { body: { enabled: true } });
  expect(on.body.custom.off).toBeUndefined();
});

test("a project sees nothing of another's checks", async () => {
  await using service = await startApi();
  await create(service);
  const other = await service.ask("POST", "/api/v1/projects", { body: { name: "Other" } });
  const token = await service.tokenWith(["admin"], { projectId: other.body.id });
  for (const [method, path] of [
    ["GET", "/api/v1/checks/mentions_refund"],
    ["GET", "/api/v1/checks/mentions_refund/versions"],
    ["PATCH", "/api/v1/checks/mentions_refund"],
    ["DELETE", "/api/v1/checks/mentions_refund"],
  ] as const) {
    const body = method === "PATCH" ? { body: { title: "x" } } : {};
    expect([path, (await service.ask(method, path, { token, ...body })).status]).toEqual([path, 404]);
  }
});

test("verdict labels are stored and exported as labeled rows", async () => {
  await using service = await startApi();
  const [id, other] = record(service, "Yes.", "No.");
  const label = (datapointId: string | undefined, expected: string) =>
    service.ask("POST", "/api/v1/verdicts/labels", { body: { datapointId, check: "is_json", label: expected } });
  expect((await label(id, "failed")).body).toMatchObject({ verdict: "nothing", label: "failed" });
  await label(id, "passed");
  await label(other, "failed");
  expect((await label("nowhere", "passed")).status).toBe(404);
  const typo = { datapointId: id, check: "is_jsno", label: "passed" };
  expect((await service.ask("POST", "/api/v1/verdicts/labels", { body: typo })).body).toMatchObject({
    status: 400,
    field: "check",
    detail: "there is no check named is_jsno: did you mean is_json?",
  });
  const { body } = await service.ask("GET", "/api/v1/verdicts/labels?check=is_json");
  expect(body.items).toHaveLength(2);
  const exported = await service.ask("GET", "/api/v1/verdicts/labels/export");
  const rows = exported.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(rows).toContainEqual(
    expect.objectContaining({ datapointId: id, output: "Yes.", input: "May I have my money back?", label: "passed" }),
  );
  expect((await service.ask("DELETE", `/api/v1/verdicts/labels/is_json/${id}`)).status).toBe(204);
});

test("a run over stored data is requested, listed and canceled", async () => {
  await using service = await startApi();
  const [id] = record(service, "Yes.", "No.");
  const checks = [{ check: "is_json" }];
  const request = (body: object) => service.ask("POST", "/api/v1/verdicts", { body });
  expect((await request({ checks, datapointIds: [id, "gone"] })).body).toMatchObject({ state: "running", total: 1 });
  const run = await request({ checks, q: "input:money" });
  expect(run).toMatchObject({ status: 202, body: { total: 2, q: "input:money" } });
  expect((await service.ask("GET", "/api/v1/verdicts/runs")).body.items).toHaveLength(2);
  const path = `/api/v1/verdicts/runs/${run.body.id}`;
  expect((await service.ask("POST", `${path}/cancel`)).body.state).toBe("cancelled");
  expect((await service.ask("GET", path)).body).toMatchObject({ state: "cancelled", verdicts: [] });
  expect((await request({ checks: [{ check: "is_jsn" }], q: "" })).body.detail).toContain("did you mean is_json");
  expect((await request({ checks, q: "input:nobody" })).status).toBe(404);
  expect((await request({ checks })).status).toBe(400);
});

test("a run in a monitor's name takes its checks, its condition and its sample", async () => {
  await using service = await startApi();
  const ids = record(service, ...Array.from({ length: 40 }, (_, index) => `Answer ${index}.`));
  const checks = [{ check: "is_json" }];
  const made = { name: "Half", condition: "input:money", sampleRate: 0.5, checks };
  const monitor = (await service.ask("POST", "/api/v1/monitors", { body: made })).body;
  const request = (body: object) => service.ask("POST", "/api/v1/verdicts", { body });
  const sampled = ids.filter((id) => isSampled(monitor, { id }));
  expect(sampled.length).toBeLessThan(40);
  const { status, body } = await request({ monitorId: monitor.id });
  expect(status).toBe(202);
  expect(body).toMatchObject({ monitorId: monitor.id, q: "input:money", checks, total: sampled.length });
  expect((await request({ monitorId: monitor.id, limit: 2 })).body.total).toBe(Math.min(2, sampled.length));
  expect((await request({ monitorId: monitor.id, q: "" })).body).toMatchObject({ status: 400, field: "monitorId" });
  expect((await request({ monitorId: "monitor_gone" })).body).toMatchObject({ status: 404, field: "monitorId" });
});
