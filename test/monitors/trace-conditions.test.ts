import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { AttributeValue, Span } from "../../src/otlp/span.ts";
import { chatSpan } from "../lab/spans.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually, storeSpans } from "../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: folder.path });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const base = Date.now() - 5000;
const parentId = "00000000000000aa";
const call = (number: number, more: Readonly<Record<string, AttributeValue>> = {}): Span => {
  const span = chatSpan({ run: 9, number, startMs: base + number });
  return { ...span, parentSpanId: parentId, attributes: new Map([...span.attributes, ...Object.entries(more)]) };
};
const agent = (number: number, attributes: Readonly<Record<string, AttributeValue>>): Span => {
  const { parentSpanId: _, ...span } = call(number);
  return { ...span, spanId: parentId, name: "agent", kind: 1, attributes: new Map(Object.entries(attributes)) };
};

const send = (spans: readonly Span[]) => storeSpans(service, spans);

const Issues = z.object({
  items: z.array(
    z.looseObject({
      monitorName: z.string(),
      occurrences: z.number(),
      explanation: z.string(),
      errorType: z.string().optional(),
    }),
  ),
});
const issuesOf = async (monitor: string) =>
  Issues.parse(await apiOf(service).get("/issues")).items.filter(({ monitorName }) => monitorName === monitor);
const found = async (q: string) =>
  z
    .object({ items: z.array(z.looseObject({ traceId: z.string() })) })
    .parse(await apiOf(service).get(`/datapoints?q=${encodeURIComponent(q)}`)).items;

test("a monitor matches attributes of the spans around a call, also of spans that arrive later", async () => {
  const check = { check: "character_count", options: { max: 1 } };
  await apiOf(service).post("/monitors", {
    name: "Gold customers",
    condition: "parent.attr.tier:gold",
    checks: [check],
  });
  await apiOf(service).post("/monitors", {
    name: "Not gold",
    condition: "resource.attr.service.name:lab -trace.attr.tier:gold",
    checks: [check],
  });
  await send([call(1)]);
  await eventually(
    () => issuesOf("Not gold"),
    ([issue]) => issue?.occurrences === 1,
  );
  expect(await issuesOf("Gold customers")).toEqual([]);
  await send([agent(1, { tier: "gold" })]);
  await eventually(
    () => issuesOf("Gold customers"),
    ([issue]) => issue?.occurrences === 1,
  );
  await eventually(
    () => issuesOf("Not gold"),
    ([issue]) => issue === undefined || issue.occurrences === 0,
  );
  expect(await found("parent.attr.tier:gold")).toHaveLength(1);
  expect(await found("trace.attr.tier:silver")).toEqual([]);
  const {
    items: [datapoint],
  } = z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(await apiOf(service).get("/datapoints"));
  const detail = z
    .looseObject({ monitors: z.array(z.looseObject({ name: z.string(), matched: z.boolean(), reason: z.string() })) })
    .parse(await apiOf(service).get(`/datapoints/${datapoint?.id}`));
  expect(detail.monitors.find(({ name }) => name === "Not gold")).toMatchObject({
    matched: false,
    reason: expect.stringContaining("trace.attr.tier:gold does not hold (gold)") as string,
  });
});

test("the default monitor of settings covers every convention", async () => {
  await send([
    call(2, { "gen_ai.request.temperature": 3 }),
    call(3, { "gen_ai.request.temperature": 0, "gen_ai.request.top_p": 1.5 }),
  ]);
  const found2 = await eventually(
    () => issuesOf("Settings out of bounds"),
    (issues) => issues.reduce((sum, { occurrences }) => sum + occurrences, 0) === 2,
  );
  expect(found2.every(({ errorType }) => errorType === "setting_out_of_bounds")).toBe(true);
  expect(await found("temperature:>2")).toHaveLength(1);
  expect(await found("max_tokens:512")).toHaveLength(3);
});

test("a policy over the steps of a trace finds the step that broke it, and a later span corrects the verdict", async () => {
  await apiOf(service).post("/monitors", {
    name: "Refund policy",
    condition: "",
    checks: [{ check: "trace_policy", options: { rules: ["tool:refund only after tool:check_identity status:ok"] } }],
  });
  const tool = (id: string, name: string, afterMs: number): Span => {
    const span = agent(6, { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name });
    const startNs = BigInt(base + afterMs) * 1_000_000n;
    return {
      ...span,
      spanId: id,
      parentSpanId: parentId,
      name: `execute_tool ${name}`,
      startNs,
      endNs: startNs + 1_000_000n,
    };
  };
  await send([call(6), tool("00000000000000b2", "refund", 2000)]);
  const [issue] = await eventually(
    () => issuesOf("Refund policy"),
    ([one]) => one?.occurrences === 1,
  );
  expect(issue?.explanation).toContain("tool refund (span 00000000000000b2)");
  await send([tool("00000000000000b1", "check_identity", 1500)]);
  await eventually(
    () => issuesOf("Refund policy"),
    ([one]) => one?.occurrences === 0,
  );
});

test("a rule with a mistake is refused when the monitor is saved", async () => {
  const response = await fetch(`${service.url}/api/v1/monitors`, {
    method: "POST",
    headers: { "content-type": "application/json", "api-key": service.token },
    body: JSON.stringify({
      name: "Wrong",
      condition: "",
      checks: [{ check: "trace_policy", options: { rules: ["tool:refund sometimes"] } }],
    }),
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("is no rule");
});

test("a custom policy is versioned, runs in the pipeline, is corrected by a late span, and can be tried on stored traces", async () => {
  const api = apiOf(service);
  const rules = ["tool:payout only after (tool:check_account status:ok)"];
  const made = (await api.post("/checks", {
    name: "payout_policy",
    title: "Payouts",
    body: { kind: "policy", rules },
  })) as {
    definition: object;
  };
  expect(made.definition).toMatchObject({ body: { kind: "policy", rules }, judges: "operation", needs: ["trace"] });
  await api.post("/monitors", { name: "Payouts", condition: "", checks: [{ check: "payout_policy" }] });
  const tool = (id: string, name: string, afterMs: number): Span => {
    const span = agent(8, { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name });
    const startNs = BigInt(base + afterMs) * 1_000_000n;
    const ends = { startNs, endNs: startNs + 1_000_000n };
    return { ...span, ...ends, spanId: id, parentSpanId: parentId, name: `execute_tool ${name}` };
  };
  await send([call(8), tool("00000000000000d2", "payout", 2000)]);
  const [issue] = await eventually(
    () => issuesOf("Payouts"),
    ([one]) => one?.occurrences === 1,
  );
  expect(issue?.explanation).toContain("tool payout (span 00000000000000d2)");
  const [datapoint] = await found(`trace:${call(8).traceId}`);
  const tried = async (rule: string) =>
    (await api.post("/checks/dry-run", {
      definition: { body: { kind: "policy", rules: [rule] } },
      datapointIds: [datapoint?.["id"]],
    })) as { passed: number; failed: number };
  expect(await tried("never tool:payout")).toMatchObject({ failed: 1 });
  expect(await tried("tool:payout at most once")).toMatchObject({ passed: 1 });

  await send([tool("00000000000000d1", "check_account", 1500)]);
  await eventually(
    () => issuesOf("Payouts"),
    ([one]) => one?.occurrences === 0,
  );
  const changed = (await api.patch("/checks/payout_policy", {
    body: { kind: "policy", rules: ["never tool:payout"] },
  })) as { custom: { number: number } };
  expect(changed.custom.number).toBe(2);
  await expect(
    api.post("/checks", { name: "wrong_policy", body: { kind: "policy", rules: ["tool:payout sometimes"] } }),
  ).rejects.toThrow("is no rule");
  // No judge model is configured here: the form shows this reason.
  await expect(
    api.post("/checks/generate", { kind: "policy", instruction: "Payout only after the account was checked" }),
  ).rejects.toThrow("judge");
});
