import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { AttributeValue, Span, SpanEvent } from "../../../src/otlp/span.ts";
import { chatSpan } from "../../lab/spans.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually, storeSpans } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: folder.path });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const base = Date.now() - 20_000;
const at = (ms: number) => BigInt(base + ms) * 1_000_000n;
const traceOf = (number: number) => `ab${number.toString(16).padStart(30, "0")}`;
const spanId = (number: number, step: number) =>
  `cd${number.toString(16).padStart(7, "0")}${step.toString(16).padStart(7, "0")}`;

interface Step {
  readonly trace: number;
  readonly id: number;
  readonly parent?: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly events?: readonly SpanEvent[];
}

function step({ trace, id, parent, name, from, to, attributes, events = [] }: Step): Span {
  const chat = chatSpan({ run: 1, number: trace, startMs: base });
  return {
    ...chat,
    traceId: traceOf(trace),
    spanId: spanId(trace, id),
    ...(parent === undefined ? {} : { parentSpanId: spanId(trace, parent) }),
    name,
    kind: 1,
    startNs: at(from),
    endNs: at(to),
    attributes: new Map(Object.entries(attributes)),
    events,
    status: events.length > 0 ? "error" : "unset",
  };
}

function call(
  trace: number,
  id: number,
  from: number,
  attributes: Readonly<Record<string, AttributeValue>> = {},
): Span {
  const chat = chatSpan({ run: 1, number: trace, startMs: base });
  return {
    ...chat,
    traceId: traceOf(trace),
    spanId: spanId(trace, id),
    parentSpanId: spanId(trace, 1),
    startNs: at(from),
    endNs: at(from + 100),
    attributes: new Map([
      ...chat.attributes,
      ["gen_ai.response.id", `r-${trace}-${id}`],
      ...Object.entries(attributes),
    ]),
  };
}

const python = `Traceback (most recent call last):
  File "/app/agent.py", line 41, in run
    return tool(**arguments)
  File "/usr/lib/python3.12/site-packages/wrapt/wrappers.py", line 9, in __call__
    return self._self_wrapper(self.__wrapped__, args)
  File "/app/orders.py", line 12, in get_order
    raise ValueError("database is down")
ValueError: database is down`;

const exception = (type: string, message: string, stack: string): SpanEvent => ({
  name: "exception",
  timeNs: at(400),
  attributes: new Map([
    ["exception.type", type],
    ["exception.message", message],
    ["exception.stacktrace", stack],
  ]),
});
const down = exception("ValueError", "database is down", python);

const agent = (trace: number, events: readonly SpanEvent[] = []) =>
  step({
    trace,
    id: 1,
    name: "invoke_agent support",
    from: 0,
    to: 900,
    attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "support" },
    events,
  });
const tool = (trace: number, events: readonly SpanEvent[] = [down]) =>
  step({
    trace,
    id: 3,
    parent: 1,
    name: "execute_tool get_order",
    from: 300,
    to: 450,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "get_order",
      "gen_ai.tool.call.id": "call_1",
    },
    events,
  });
const wantsOrder = {
  "gen_ai.output.messages": JSON.stringify([
    { role: "assistant", parts: [{ type: "tool_call", id: "call_1", name: "get_order", arguments: { id: 7 } }] },
  ]),
};

const send = (spans: readonly Span[]) => storeSpans(service, spans);

const Issues = z.object({
  items: z.array(
    z.looseObject({
      number: z.number(),
      title: z.string(),
      errorType: z.string().optional(),
      check: z.string(),
      kind: z.string(),
      monitorName: z.string(),
      occurrences: z.number(),
      explanation: z.string(),
      sampleDatapointId: z.string(),
    }),
  ),
});
const issues = async (part: string) =>
  Issues.parse(await apiOf(service).get("/issues")).items.filter(({ title }) => title.includes(part));
const Datapoint = z.looseObject({
  spanId: z.string(),
  flags: z.array(z.string()),
  error: z.looseObject({ type: z.string() }).optional(),
  failedSteps: z
    .array(
      z.looseObject({ name: z.string(), kind: z.string(), error: z.looseObject({ stack: z.string().optional() }) }),
    )
    .optional(),
});
const datapointsOf = async (trace: number) => {
  const { items } = z
    .object({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse(await apiOf(service).get(`/datapoints?q=${encodeURIComponent(`trace:${traceOf(trace)}`)}`));
  return Promise.all(items.map(async ({ id }) => Datapoint.parse(await apiOf(service).get(`/datapoints/${id}`))));
};

test("an exception in a tool opens an error by default, at the call that requested it, with the user's frames", async () => {
  // The agent catches nothing: its span ends in the same exception, which is not a second error.
  await send([agent(1, [down]), call(1, 2, 100, wantsOrder), tool(1), call(1, 4, 500)]);
  const [issue, ...others] = await eventually(
    () => issues("get_order"),
    (seen) => seen.length > 0,
  );
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ kind: "error", errorType: "tool_failed", occurrences: 1, check: "step_failed" });
  expect(issue?.explanation).toContain("ValueError: database is down");
  const found = await datapointsOf(1);
  const failed = found.filter(({ failedSteps }) => failedSteps !== undefined);
  expect(failed.map((one) => one.spanId)).toEqual([spanId(1, 2)]);
  const stack = failed[0]?.failedSteps?.[0]?.error.stack;
  expect(stack).toContain("/app/orders.py");
  expect(stack).not.toContain("site-packages");
  expect(failed[0]?.failedSteps).toHaveLength(1);
  const markdown = await fetch(`${service.url}/api/v1/issues/${issue?.number}?as=markdown`, {
    headers: { "api-key": service.token },
  });
  expect(await markdown.text()).toContain('File "/app/orders.py", line 12');
  const search = z
    .object({ items: z.array(z.unknown()) })
    .parse(await apiOf(service).get("/datapoints?q=failed_step:get_order"));
  expect(search.items).toHaveLength(1);
});

test("a trace whose agent fails before it calls a model is an error", async () => {
  const missing = exception(
    "KeyError",
    "no customer in the session",
    'Traceback (most recent call last):\n  File "/app/agent.py", line 3, in start\nKeyError: no customer',
  );
  await send([agent(2, [missing])]);
  const [issue] = await eventually(
    () => issues("no customer in the session"),
    (seen) => seen.length > 0,
  );
  expect(issue).toMatchObject({ kind: "error", errorType: "exception", occurrences: 1 });
  expect(await datapointsOf(2)).toMatchObject([{ spanId: spanId(2, 1), error: { type: "exception" } }]);
});

test("a call that arrives after the failed tool takes over its failure", async () => {
  const slow = exception(
    "TimeoutError",
    "warehouse did not answer",
    python.replaceAll("database is down", "warehouse did not answer"),
  );
  await send([tool(3, [slow])]);
  await eventually(
    () => issues("warehouse did not answer"),
    (seen) => seen.length > 0,
  );
  expect(await datapointsOf(3)).toMatchObject([{ flags: ["content_missing", "never_called"] }]);
  await send([agent(3), call(3, 2, 100, wantsOrder)]);
  const after = await datapointsOf(3);
  expect(after.map((one) => one.spanId)).toEqual([spanId(3, 2)]);
  expect(after[0]?.failedSteps).toMatchObject([{ name: "get_order", kind: "tool" }]);
  const found = await eventually(
    () => issues("warehouse did not answer"),
    ([one]) => one?.occurrences === 1,
  );
  expect(found).toHaveLength(1);
});

test("a failed HTTP request that the model's client repeats is no failed step", async () => {
  const retried = step({
    trace: 4,
    id: 5,
    parent: 2,
    name: "POST",
    from: 110,
    to: 120,
    attributes: { "http.response.status_code": 429 },
    events: [exception("HTTPError", "429 too many", "")],
  });
  await send([agent(4), call(4, 2, 100), retried]);
  const found = await datapointsOf(4);
  expect(found).toHaveLength(1);
  expect(found[0]?.failedSteps).toBeUndefined();
});
