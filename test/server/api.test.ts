import { describe, expect, test } from "vitest";
import { Check } from "../../src/checks/contract/check.ts";
import { DatapointDetail, NewDatapoint } from "../../src/datapoints/contract/datapoint.ts";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import { spanOf } from "../../src/datapoints/sources/recorded-span.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import {
  Differences,
  Issue,
  IssueDetail,
  IssuesChanged,
  IssueTrend,
  Occurrence,
} from "../../src/issues/contract/issue.ts";
import { Monitor, MonitorStatus, Preview } from "../../src/monitors/contract/monitor.ts";
import { decodeTraces } from "../../src/otlp/decode.ts";
import { admitWithin, createQuotas } from "../../src/pipeline/quotas.ts";
import { Failure } from "../../src/platform/failure.ts";
import { asDatapointId, globalProject, type MonitorId } from "../../src/platform/ids.ts";
import { createLosses } from "../../src/platform/telemetry/losses.ts";
import { Problem } from "../../src/server/contract/common.ts";
import { aFinding, noon } from "../support/data/examples.ts";
import { raisingInto } from "../support/data/raising.ts";
import { startApi } from "../support/service/api.ts";
import { rowOf } from "../support/service/fake-readers.ts";

const recognize = createRecognizer({ conventions });

function aCall(input: string, output: string, at = noon - 1000) {
  const call = { requestModel: "gpt-4o", provider: "openai", input, output, startedAt: new Date(at).toISOString() };
  const item = spanOf(NewDatapoint.parse(call), noon);
  const spans = [{ item, source: "api" as const, receivedAt: noon }];
  const [datapoint] = recognize({ projectId: globalProject, traceId: item.traceId, spans, logs: [] }).datapoints;
  if (!datapoint) throw new Error("not recognised");
  return { datapoint, monitorIds: [] as MonitorId[], verdicts: [] };
}

const refunds = { name: "Refunds", condition: "input:refund", checks: [{ check: "model_refusal" }] };

describe("monitors", () => {
  test("are created, shown, changed, disabled and deleted, and the pipeline is updated each time", async () => {
    await using service = await startApi();
    const made = await service.ask("POST", "/api/v1/monitors", { body: refunds });
    expect(made.status).toBe(201);
    expect(Monitor.parse(made.body)).toMatchObject({ ...refunds, enabled: true, sampleRate: 1, revision: 1 });
    const path = `/api/v1/monitors/${made.body.id}`;
    const off = await service.ask("PATCH", path, { body: { enabled: false, revision: 1 } });
    expect(Monitor.parse(off.body)).toMatchObject({ enabled: false, revision: 2, name: "Refunds" });
    expect((await service.ask("PATCH", path, { body: { name: "x", revision: 1 } })).status).toBe(409);
    expect((await service.ask("GET", path)).body).toEqual(off.body);
    const list = await service.ask("GET", "/api/v1/monitors");
    expect(list.body.items.map(({ name }: { name: string }) => name)).toContain("Refunds");
    expect((await service.ask("DELETE", path)).status).toBe(204);
    expect((await service.ask("GET", path)).status).toBe(404);
    expect(service.monitorsChanged).toEqual(["global", "global", "global"]);
  });

  test.each([
    [{ ...refunds, condition: "input:refund AND (" }, "invalid-query", "condition"],
    [{ ...refunds, condition: "issue:x" }, "invalid-query", "condition"],
    [{ ...refunds, checks: [{ check: "no_such_check" }] }, "invalid-request", "checks.0.check"],
    [{ ...refunds, checks: [{ check: "model_refusal", options: { nope: 1 } }] }, "invalid-request", "checks.0.options"],
    [{ ...refunds, checks: [] }, "invalid-request", "checks"],
    [{ ...refunds, sampleRate: 2 }, "invalid-request", "sampleRate"],
    [{ ...refunds, projectId: "other" }, "invalid-request", "body"],
    [{ ...refunds, id: "mine", createdAt: 0, isAdmin: true }, "invalid-request", "body"],
    ["{", "invalid-request", undefined],
    ['{"name":"x","__proto__":{"a":1}}', "invalid-request", undefined],
  ])("%j is refused as %s at %s", async (body, problem, field) => {
    await using service = await startApi();
    const answer = await service.ask("POST", "/api/v1/monitors", { body });
    expect(answer.status).toBe(400);
    expect(Problem.parse(answer.body)).toMatchObject({ type: `/problems/${problem}` });
    expect(answer.body.field).toBe(field);
    expect(answer.headers.get("x-request-id")).toBe(answer.body.requestId);
  });

  test("a preview counts matches and findings, without attempts of test runs, and stores nothing", async () => {
    await using service = await startApi();
    const tried = aCall("refund of a test run", "I'm sorry, but I can't help with that.");
    service.stored.push(
      aCall("I want a refund", "I'm sorry, but I can't help with that."),
      aCall("refund please", "Done, the refund is on its way."),
      aCall("hello", "I'm sorry, but I can't help with that."),
      { ...tried, datapoint: { ...tried.datapoint, source: "run" } },
    );
    const { hours, checks, condition } = { ...refunds, hours: 24 };
    const answer = await service.ask("POST", "/api/v1/monitors/preview", { body: { hours, checks, condition } });
    expect(Preview.parse(answer.body)).toMatchObject({
      matching: 2,
      examined: 2,
      checks: [{ check: "model_refusal", failed: 1, passed: 1, broken: 0, expectedFindings: 1 }],
    });
    expect(answer.body.newest).toHaveLength(2);
    const limited = { hours, checks, condition, maxPerMinute: 1 };
    expect((await service.ask("POST", "/api/v1/monitors/preview", { body: limited })).body).toMatchObject({
      matching: 2,
      checked: 1,
      checks: [{ expectedFindings: 0.5 }],
    });
  });
});

describe("datapoints", () => {
  test("are listed within a range, by default 24 hours, page by page", async () => {
    await using service = await startApi();
    const day = 24 * 3_600_000;
    for (const hours of [1, 2, 3, 30]) service.stored.push(aCall("x", "y", noon - hours * 3_600_000));
    const first = await service.ask("GET", "/api/v1/datapoints?limit=2");
    expect(first.body.items).toHaveLength(2);
    const second = await service.ask("GET", `/api/v1/datapoints?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body.items).toHaveLength(1);
    expect(second.body).not.toHaveProperty("nextCursor");
    const all = await service.ask("GET", `/api/v1/datapoints?from=${noon - 2 * day}`);
    expect(all.body.items).toHaveLength(4);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=1000", "limit"],
    ["from=yesterday", "from"],
    ["from=2026-06-01T12:00:00Z&to=2026-06-01T11:00:00Z", "from"],
    ["q=status:nope", "q"],
    ["color=red", "querystring"],
  ])("?%s is refused and the answer names %s", async (query, field) => {
    await using service = await startApi();
    expect(await service.ask("GET", `/api/v1/datapoints?${query}`)).toMatchObject({ status: 400, body: { field } });
  });

  test("a datapoint shows which monitors matched and why the others did not", async () => {
    await using service = await startApi();
    service.clock.now = noon - 60_000;
    const ids: Record<string, string> = {};
    for (const body of [
      refunds,
      { ...refunds, name: "Off", enabled: false },
      { ...refunds, name: "Slow", condition: "latency:>2s" },
    ]) {
      ids[body.name] = (await service.ask("POST", "/api/v1/monitors", { body })).body.id;
    }
    service.clock.now = noon;
    const call = aCall("I want a refund", "no");
    service.stored.push({ ...call, monitorIds: [ids["Refunds"] as MonitorId] });
    const { status, body } = await service.ask("GET", `/api/v1/datapoints/${call.datapoint.id}`);
    expect(status).toBe(200);
    const { monitors } = DatapointDetail.parse(body);
    const of = (name: string) => monitors.find((monitor) => monitor.name === name);
    expect(of("Refunds")).toMatchObject({ matched: true });
    expect(of("Off")).toMatchObject({ matched: false, reason: "it is disabled" });
    expect(of("Slow")?.reason).toMatch(/latency:>2s does not hold/);
    expect((await service.ask("GET", "/api/v1/datapoints/none")).status).toBe(404);
  });

  test("are recorded one or several per request as OTLP spans of the API", async () => {
    await using service = await startApi();
    const call = { requestModel: "gpt-4o", input: "a", output: "b" };
    const one = await service.ask("POST", "/api/v1/datapoints", { body: call });
    const many = await service.ask("POST", "/api/v1/datapoints", { body: [call, call] });
    expect([one.status, many.status]).toEqual([202, 202]);
    expect(many.body.items).toHaveLength(2);
    expect(service.admitted.map(({ source, projectId, traceIds }) => [source, projectId, traceIds.length])).toEqual([
      ["api", "global", 1],
      ["api", "global", 2],
    ]);
    const [span] = decodeTraces(service.admitted[0]?.bytes ?? new Uint8Array());
    expect(span).toMatchObject({ traceId: one.body.items[0].traceId, spanId: one.body.items[0].spanId });
  });

  test("a full journal is 503 with Retry-After", async () => {
    const full = new Failure("dependency", "full", { reason: "journal_full", retryAfterSeconds: 7 });
    await using service = await startApi({ admission: { admit: () => Promise.reject(full) } });
    const answer = await service.ask("POST", "/api/v1/datapoints", { body: { input: "a" } });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "7"]);
  });

  test("a project over its quota gets a Retry-After", async () => {
    const admit = () => Promise.resolve({ repeated: false, settled: () => Promise.reject(new Error("nobody waits")) });
    const quotas = createQuotas({ standard: { spansPerSecond: 1, bytesPerSecond: 0 }, now: () => 0 });
    const emitted: string[] = [];
    const emit = ({ kind }: { readonly kind: string }) => emitted.push(kind);
    await using service = await startApi({ admission: admitWithin(quotas, { admit }, emit) });
    const send = (body: object) => service.ask("POST", "/api/v1/datapoints", { body });
    expect((await send(Array.from({ length: 7 }, () => ({ input: "a" })))).status).toBe(202);
    const answer = await send({ input: "a" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(answer.body.detail).toContain("its quota of 1 spans a second");
    expect(emitted).toEqual(["items-refused"]);
  });

  test("a body that is too large, or no JSON, is refused", async () => {
    await using service = await startApi();
    const large = await service.ask("POST", "/api/v1/datapoints", { body: { input: "a".repeat(2 ** 20) } });
    expect([large.status, large.body.type]).toEqual([413, "/problems/too-large"]);
    const headers = { "content-type": "text/plain" };
    expect((await service.ask("POST", "/api/v1/datapoints", { body: "x", headers })).status).toBe(415);
  });
});

describe("an Idempotency-Key", () => {
  test("makes a write happen once, and is refused for another body and for tokens", async () => {
    await using service = await startApi();
    const headers = { "idempotency-key": "k1" };
    const first = await service.ask("POST", "/api/v1/monitors", { body: refunds, headers });
    const again = await service.ask("POST", "/api/v1/monitors", { body: refunds, headers });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(
      (await service.ask("GET", "/api/v1/monitors")).body.items.filter(
        (one: { name: string }) => one.name === "Refunds",
      ),
    ).toHaveLength(1);
    const other = await service.ask("POST", "/api/v1/monitors", { body: { ...refunds, name: "B" }, headers });
    expect([other.status, other.body.type]).toEqual([422, "/problems/key-reused"]);
    const token = await service.ask("POST", "/api/v1/tokens", { body: { name: "t", scopes: ["read"] }, headers });
    expect(token.status).toBe(400);
  });

  test("may be retried after a refusal", async () => {
    await using service = await startApi();
    const headers = { "idempotency-key": "k2" };
    const path = "/api/v1/monitors";
    expect((await service.ask("POST", path, { body: { ...refunds, condition: "(" }, headers })).status).toBe(400);
    expect((await service.ask("POST", path, { body: refunds, headers })).status).toBe(201);
  });
});

describe("checks", () => {
  test("are listed and shown with the schema of their options", async () => {
    await using service = await startApi();
    const { body } = await service.ask("GET", "/api/v1/checks");
    expect(body.items.length).toBeGreaterThan(20);
    for (const check of body.items) Check.parse(check);
    expect((await service.ask("GET", "/api/v1/checks/model_refusal")).body).toMatchObject({ name: "model_refusal" });
    expect((await service.ask("GET", "/api/v1/checks/none")).status).toBe(404);
  });

  test("are evaluated on a given or a stored datapoint, and nothing is stored", async () => {
    await using service = await startApi();
    const path = "/api/v1/checks/model_refusal/evaluate";
    const refused = { requestModel: "m", input: "refund", output: "I'm sorry, but I can't help with that." };
    expect((await service.ask("POST", path, { body: { datapoint: refused } })).body).toMatchObject({ state: "failed" });
    const call = aCall("refund", "Sure, done.");
    service.stored.push(call);
    const stored = await service.ask("POST", path, { body: { datapointId: call.datapoint.id } });
    expect(stored.body).toMatchObject({ state: "passed", check: "model_refusal" });
    expect((await service.ask("POST", path, { body: {} })).status).toBe(400);
    expect((await service.ask("POST", path, { body: { datapointId: "none" } })).status).toBe(404);
    expect(service.admitted).toEqual([]);
  });
});

describe("issues", () => {
  test("are listed, shown with their history, changed, and exported as Markdown", async () => {
    await using service = await startApi();
    const call = aCall("refund ``` me", "I can't.");
    service.stored.push(call);
    const finding = aFinding({ datapointId: call.datapoint.id });
    await raisingInto(service.records, { now: () => noon })([
      finding,
      aFinding({ fingerprint: ["b"], kind: "error", errorType: "timeout", at: noon - 5, title: "Rate limited" }),
    ]);
    service.occurrences.set(finding.issueId, [
      { datapoint: rowOf(call.datapoint), explanation: "declined", evidence: [], at: noon },
    ]);
    const { body } = await service.ask("GET", "/api/v1/issues?state=open,acknowledged&kind=behavior");
    expect(body.items.map((item: unknown) => Issue.parse(item))).toMatchObject([{ number: 1, occurrences: 1 }]);
    const { body: errors } = await service.ask("GET", "/api/v1/issues?q=rate%20is:open");
    expect(errors.items).toMatchObject([{ advice: { acts: "provider", remedy: expect.stringContaining("Retry") } }]);
    expect((await service.ask("GET", "/api/v1/issues/2?as=markdown")).text).toContain("At the provider: Retry");
    expect((await service.ask("GET", "/api/v1/issues?q=is:resolved")).body.items).toEqual([]);
    expect((await service.ask("GET", "/api/v1/issues?q=title:~a")).status).toBe(400);

    service.clock.now = noon + 1000;
    const resolved = await service.ask("PATCH", "/api/v1/issues/1", { body: { state: "resolved", note: "fixed" } });
    expect(IssueDetail.parse(resolved.body)).toMatchObject({
      state: "resolved",
      activity: [{ kind: "opened" }, { kind: "resolved", actor: "token:first start", note: "fixed" }],
    });
    const wrong = await service.ask("PATCH", "/api/v1/issues/1", { body: { state: "acknowledged" } });
    expect([wrong.status, wrong.body.field]).toEqual([409, "state"]);
    expect((await service.ask("PATCH", "/api/v1/issues/1", { body: { number: 9 } })).status).toBe(400);

    const { body: list } = await service.ask("GET", `/api/v1/issues/${finding.issueId}/occurrences`);
    expect(list.items.map((item: unknown) => Occurrence.parse(item))).toHaveLength(1);
    const text = await service.ask("GET", "/api/v1/issues/1?as=markdown");
    expect(text.headers.get("content-type")).toMatch(/^text\/markdown/);
    expect(text.text).toContain("# Issue 1: Model refusal in Refunds");
    expect(text.text).toContain("refund ``` me");
    expect(text.text).toContain("````json");
  });
});

describe("issues in detail", () => {
  const raised = async () => {
    const service = await startApi();
    await raisingInto(service.records, { now: () => noon })([
      aFinding({ release: "1.0" }),
      aFinding({ fingerprint: ["b"], datapointId: asDatapointId("d2"), title: "Another" }),
    ]);
    return service;
  };
  const patch = (service: Awaited<ReturnType<typeof raised>>, body: object) =>
    service.ask("PATCH", "/api/v1/issues/1", { body });

  test("are ignored until a time or a number, and resolved in the next release when releases are known", async () => {
    await using service = await raised();
    expect(await patch(service, { state: "ignored", ignoreUntil: "2020-01-01" })).toMatchObject({ status: 400 });
    expect(await patch(service, { ignoreUntil: "2030-01-01" })).toMatchObject({ status: 400 });
    const until = await patch(service, { state: "ignored", ignoreUntil: "2030-01-01T00:00:00Z" });
    expect(until.body).toMatchObject({ state: "ignored", ignoredUntil: "2030-01-01T00:00:00.000Z" });
    const more = await patch(service, { state: "ignored", ignoreOccurrences: 5 });
    expect(more.body).toMatchObject({ ignoredUntilOccurrences: 5 });
    expect(await patch(service, { state: "resolved", resolution: "next_release" })).toMatchObject({ status: 409 });
    service.figures.releases.push("1.0");
    const resolved = await patch(service, { state: "resolved", resolution: "next_release" });
    expect(IssueDetail.parse(resolved.body)).toMatchObject({ resolution: "next_release", firstRelease: "1.0" });
    service.clock.now += 1;
    expect((await patch(service, { note: "informed the team" })).body.activity.at(-1)).toMatchObject({
      kind: "noted",
      note: "informed the team",
    });
  });

  test("several are changed together, failures are reported per issue, and the audit log names them", async () => {
    await using service = await raised();
    const several = (body: object) => service.ask("PATCH", "/api/v1/issues", { body });
    expect(await several({ issues: ["1", "nosuch"], state: "resolved" })).toMatchObject({ status: 404 });
    await patch(service, { state: "resolved" });
    service.clock.now += 1;
    const { body } = await several({ issues: ["1", "2", "2"], state: "acknowledged", note: "looking" });
    expect(IssuesChanged.parse(body).items).toMatchObject([
      { number: 1, state: "resolved", outcome: "refused", reason: expect.stringContaining("reopen") },
      { number: 2, state: "acknowledged", outcome: "changed" },
    ]);
    service.clock.now += 1;
    const assigned = await several({ issues: ["1", "2"], assignee: "ann" });
    expect(assigned.body.items).toMatchObject([{ outcome: "changed" }, { outcome: "changed" }]);
    expect((await several({ issues: ["2"], state: "acknowledged" })).body.items).toMatchObject([
      { outcome: "unchanged" },
    ]);
    expect((await several({ issues: ["2"], resolution: "now" })).status).toBe(400);
    const { body: issue } = await service.ask("GET", "/api/v1/issues/2");
    expect(issue.activity.map(({ kind, note }: { kind: string; note?: string }) => [kind, note])).toEqual([
      ["opened", undefined],
      ["acknowledged", "looking"],
      ["assigned", "to ann"],
    ]);
    const { body: log } = await service.ask("GET", "/api/v1/audit-log?action=PATCH%20/issues");
    expect(log.items).toContainEqual(
      expect.objectContaining({ fields: { issues: ["1", "2"], assignee: "ann" }, outcome: "done" }),
    );
  });

  test("are merged and split, and each number leads to the whole", async () => {
    await using service = await raised();
    const merge = await service.ask("POST", "/api/v1/issues/1/merge", { body: { issues: ["2"] } });
    expect(merge.body).toMatchObject({ number: 1, merged: [{ number: 2, title: "Another" }] });
    expect((await service.ask("GET", "/api/v1/issues/2")).body.number).toBe(1);
    expect((await service.ask("GET", "/api/v1/issues")).body.items).toHaveLength(1);
    expect((await service.ask("POST", "/api/v1/issues/1/split", { body: { issue: "7" } })).status).toBe(409);
    const split = await service.ask("POST", "/api/v1/issues/1/split", { body: { issue: "2" } });
    expect(split.body.merged).toEqual([]);
    expect((await service.ask("GET", "/api/v1/issues/2")).body).toMatchObject({ number: 2, state: "open" });
  });

  test("show what is different with a query for it, and their trend over time", async () => {
    await using service = await raised();
    const values = [
      { field: "meta.tenant", value: 'the "north"', inside: 20, outside: 2 },
      { field: "model", value: "gpt-4o", inside: 20, outside: 380 },
    ];
    Object.assign(service.figures.contrast, { inside: 20, outside: 400, values });
    const { body } = await service.ask("GET", "/api/v1/issues/1/differences");
    expect(Differences.parse(body).values).toMatchObject([
      { field: "meta.tenant", query: 'meta.tenant:="the \\"north\\""', share: 1, inside: 20 },
    ]);
    const trend = (await service.ask("GET", "/api/v1/issues/1/trend?days=2")).body;
    expect(IssueTrend.parse(trend).counts).toHaveLength(48);
    const text = (await service.ask("GET", "/api/v1/issues/1?as=markdown")).text;
    expect(text).toContain("## What is different about its occurrences");
    expect(text).toContain("- first release: 1.0");
  });
});

describe("monitors in detail", () => {
  test("rules are stored, replaced, and removed by null; an invalid one is refused", async () => {
    await using service = await startApi();
    const threshold = { kind: "count", findings: 3, withinMinutes: 10 };
    const body = { name: "M", condition: "", checks: [{ check: "is_json" }], threshold, dailyLimits: { judgeUsd: 2 } };
    const made = (await service.ask("POST", "/api/v1/monitors", { body })).body;
    expect(Monitor.parse(made)).toMatchObject({ threshold, dailyLimits: { judgeUsd: 2 } });
    const path = `/api/v1/monitors/${made.id}`;
    const wrong = { threshold: { ...threshold, findings: 1 } };
    expect((await service.ask("PATCH", path, { body: wrong })).status).toBe(400);
    const changed = await service.ask("PATCH", path, { body: { threshold: null, cooldownMinutes: 30 } });
    expect(changed.body).toMatchObject({ cooldownMinutes: 30, dailyLimits: { judgeUsd: 2 } });
    expect(changed.body).not.toHaveProperty("threshold");
  });

  test("their status shows what they matched, and why the newest datapoint did not match", async () => {
    await using service = await startApi();
    const body = { name: "M", condition: "env:prod", checks: [{ check: "is_json" }] };
    const { id } = (await service.ask("POST", "/api/v1/monitors", { body })).body;
    const call = aCall("hello", "world");
    service.stored.push({ ...call, datapoint: { ...call.datapoint, startedAt: noon - 5 } });
    const waiting = (await service.ask("GET", `/api/v1/monitors/${id}/status`)).body;
    expect(MonitorStatus.parse(waiting)).toMatchObject({
      state: "waiting",
      missed: { datapointId: call.datapoint.id, reason: expect.stringContaining("env:prod does not hold") },
    });
    service.totals.set(id, {
      verdicts: { passed: 3, broken: 4 },
      datapoints: 7,
      overLimit: 0,
      lastAt: noon - 60_000,
      costUsd: 0,
      broken: [{ check: "is_json", reason: "took 9 ms", count: 4 }],
      skipped: [],
      hourly: Array.from({ length: 24 }, () => ({ evaluated: 0, failed: 0 })),
    });
    const { items } = (await service.ask("GET", "/api/v1/monitors/status")).body;
    expect(items.find((item: { id: string }) => item.id === id)).toMatchObject({ state: "broken", datapoints: 7 });
    expect((await service.ask("GET", "/api/v1/monitors/nosuch/status")).status).toBe(404);

    const pages: string[][] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await service.ask("GET", `/api/v1/monitors/status?limit=3${next}`)).body;
      pages.push(page.items.map((item: { id: string }) => item.id));
      cursor = page.nextCursor;
    }
    const all = (await service.ask("GET", "/api/v1/monitors")).body.items.map((item: { id: string }) => item.id);
    expect(pages.flat()).toEqual(all);
    expect(pages.every((page) => page.length <= 3)).toBe(true);
  });

  test("waiting work is listed with its reason while it is stalled", async () => {
    await using service = await startApi();
    service.pipeline.lagMs = 12_000;
    const { items } = (await service.ask("GET", "/api/v1/health/queues")).body;
    expect(items).toMatchObject([
      { name: "pipeline", state: "stalled", reason: "Accepted data has waited to be stored for 12 s." },
      { name: "dead_letters", state: "idle", waiting: 0 },
      { name: "notifications", state: "idle", waiting: 0 },
    ]);
  });
});

describe("tokens and projects", () => {
  test("a token's secret is shown once, works, may not mint a stronger one, and is revoked", async () => {
    await using service = await startApi();
    const made = await service.ask("POST", "/api/v1/tokens", { body: { name: "ci", scopes: ["read"] } });
    expect(made.status).toBe(201);
    const { secret: token, id } = made.body;
    const listed = await service.ask("GET", "/api/v1/tokens");
    expect(listed.text).not.toContain(token);
    expect((await service.ask("GET", "/api/v1/monitors", { token })).status).toBe(200);
    expect(
      (await service.ask("POST", "/api/v1/tokens", { token, body: { name: "x", scopes: ["admin"] } })).status,
    ).toBe(403);
    expect((await service.ask("DELETE", `/api/v1/tokens/${id}`)).status).toBe(204);
    service.clock.now += 5000;
    expect((await service.ask("GET", "/api/v1/monitors", { token })).status).toBe(401);
  });

  test("a project is created with the default monitors, and its token stays inside it", async () => {
    await using service = await startApi();
    const made = await service.ask("POST", "/api/v1/projects", { body: { name: "Shop", language: "typescript" } });
    expect(made.status).toBe(201);
    expect((await service.ask("POST", "/api/v1/projects", { body: { name: "Shop" } })).status).toBe(409);
    const body = { name: "shop", scopes: ["write"], projectId: made.body.id };
    const { secret: token } = (await service.ask("POST", "/api/v1/tokens", { body })).body;
    const mine = (await service.ask("GET", "/api/v1/monitors", { token })).body.items;
    expect(mine.length).toBeGreaterThan(0);
    const unchanged = (await service.ask("GET", "/api/v1/monitors")).body.items;
    expect((await service.ask("GET", `/api/v1/monitors/${unchanged[0].id}`, { token })).status).toBe(404);
    expect((await service.ask("GET", "/api/v1/projects", { token })).body.items).toMatchObject([{ name: "Shop" }]);
  });
});

describe("for operators", () => {
  test("a defect is 500, logged and without details", async () => {
    await using service = await startApi({
      checks: new Proxy(new Map(), {
        get: () => {
          throw new Error("secret detail");
        },
      }),
    });
    const answer = await service.ask("GET", "/api/v1/checks");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("secret detail");
    expect(await service.telemetry.metrics.metrics()).toMatch(/gaffe_api_request_failed_total\{problem="internal"\} 1/);
  });

  test("the API's page needs nothing from elsewhere", async () => {
    await using service = await startApi();
    const page = await service.ask("GET", "/docs/api", { token: "" });
    expect(page.text).toContain("/api/v1/datapoints");
    expect(page.text).not.toMatch(/<script|src=|https?:\/\//);
  });

  test("health hints at missing content", async () => {
    await using service = await startApi();
    expect((await service.ask("GET", "/api/v1/health")).body.hints).toHaveLength(1);
    service.stored.push(aCall("a", "b"));
    expect((await service.ask("GET", "/api/v1/health")).body).toMatchObject({ datapoints: 1, hints: [] });
  });

  test("health names the instrumentation switch for missing content, and rejected data", async () => {
    const losses = createLosses({ now: () => noon });
    await using service = await startApi({ losses });
    const { datapoint, ...rest } = aCall("", "");
    service.stored.push({ ...rest, datapoint: { ...datapoint, convention: "vercel-ai", flags: ["content_missing"] } });
    const facts = { project: globalProject };
    const labels = { signal: "traces", reason: "no_trace_id" };
    losses.record({ kind: "items-rejected", level: "warn", count: 3, labels, message: "", facts });
    const { body } = await service.ask("GET", "/api/v1/health");
    expect(body.hints).toEqual([expect.stringMatching(/^1 call carries no message content: .*recordInputs/)]);
    expect(body).toMatchObject({
      contentMissing: 1,
      contentAdvice: [{ convention: "vercel-ai", calls: 1 }],
      rejected: [{ unit: "items", signal: "traces", reason: "no_trace_id", count: 3 }],
    });
  });
});

describe("media", () => {
  const bytes = new Uint8Array([1, 2, 3, 255]);
  const sha256 = "ab".repeat(32);
  const serving = (mediaType: string) => startApi({ media: { medium: () => Promise.resolve({ mediaType, bytes }) } });

  test.each([
    ["image/png", "image/png", "inline"],
    ["audio/mpeg", "audio/mpeg", "attachment"],
    ["image/svg+xml", "application/octet-stream", "attachment"],
    ["text/html", "application/octet-stream", "attachment"],
    ["image/png\r\nx-evil: 1", "application/octet-stream", "attachment"],
  ])("%s is served as %s, %s, and can run nothing", async (mediaType, type, disposition) => {
    await using service = await serving(mediaType);
    const answer = await fetch(`${service.url}/api/v1/media/${sha256}`);
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-disposition")).toMatch(new RegExp(`^${disposition}; filename="abab`));
    expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("a missing payload, or an invalid digest, is refused", async () => {
    await using service = await startApi();
    expect((await service.ask("GET", `/api/v1/media/${sha256}`)).status).toBe(404);
    expect((await service.ask("GET", "/api/v1/media/nonsense")).status).toBe(400);
  });
});

test.each([
  [{ inptu: "a" }, "body", 'Unrecognized key: "inptu"'],
  [[{ input: "a" }, { input: "b", ouput: "c" }], "1", 'Unrecognized key: "ouput"'],
  [{ input: [{ role: "usr", parts: [] }] }, "input.0.role", "Invalid option"],
  [{ input: "a", durationMs: "5" }, "durationMs", "expected number"],
  ['"text"', "body", "Invalid input"],
])("for a value with several forms, the mistake in the intended form is reported: %j", async (body, field, detail) => {
  await using service = await startApi();
  const { status, body: response } = await service.ask("POST", "/api/v1/datapoints", { body });
  expect([status, response]).toMatchObject([400, { field, detail: expect.stringContaining(detail) }]);
});
