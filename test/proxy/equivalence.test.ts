import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import type { Datapoint, Message, Source } from "../../src/datapoints/datapoint.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognize.ts";
import type { LogRecord, Span } from "../../src/otlp/span.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { spanOf } from "../../src/proxy/recording/span.ts";
import { allCaptures, batchesOf, type Capture, capturesIn, someCaptures } from "../support/data/captures.ts";
import { finishedCallOf } from "../support/data/finished-call.ts";
import { type Exchange, Exchanges } from "../support/providers/wire.ts";

/*
 * One call, recorded by an instrumentation and by the proxy: what the one says must be what the other says. The proxy
 * saw the very bytes, so it may know more; where the two contradict each other, the reason stands here.
 */
const known: readonly (readonly [capture: RegExp, field: keyof typeof claims, because: string])[] = [
  [
    /^openlit-|^openai-agents-openlit/,
    "params",
    "OpenLIT writes temperature 1 and top_p 1 where the request says nothing",
  ],
  [/^mastra1-agent/, "input", "Mastra writes calls and results of tools as texts of its own"],
  [/^openai-agents-openlit/, "finishReasons", "OpenLIT says stop for every answer of an agent"],
  [/^mastra1-error/, "finishReasons", "Mastra gives a failed call the finish reason error; it never finished"],
  [/-error-400/, "error", "some keep neither code nor message of a 400, without which its cause cannot be told"],
  [
    /^vercel-ai7-stream-drop/,
    "error",
    "the SDK failed to read the broken stream; the recorded exchange holds it whole",
  ],
  [/^traceloop-anthropic-stream-error/, "error", "the recorded exchange does not hold the error event of its stream"],
  [/^traceloop-old-anthropic-cache/, "usage", "that version adds cached tokens to the input twice"],
  [
    /^(langfuse|openinference-openai)/,
    "responseModel",
    "they repeat the requested model where the answer's is not known",
  ],
  [
    /^(mastra1|openinference-anthropic)-error/,
    "responseModel",
    "they repeat the requested model for a call that failed",
  ],
  [/^langfuse-openai-embeddings/, "operation", "Langfuse's wrapper calls embeddings a generation"],
];

const claims = {
  operation: (theirs, ours) => theirs.operation === ours.operation,
  provider: (theirs, ours) => theirs.provider === undefined || theirs.provider === ours.provider,
  requestModel: (theirs, ours) =>
    theirs.requestModel === undefined || [ours.requestModel, ours.responseModel].includes(theirs.requestModel),
  responseModel: (theirs, ours) => theirs.responseModel === undefined || theirs.responseModel === ours.responseModel,
  input: (theirs, ours) => sayings(theirs.input).every((said) => saidBy(ours.input).includes(said)),
  output: (theirs, ours) => sayings(theirs.output).every((said) => saidBy(ours.output).includes(said)),
  tools: (theirs, ours) => theirs.tools.every(({ name }) => ours.tools.some((tool) => tool.name === name)),
  finishReasons: (theirs, ours) => theirs.finishReasons.every((reason) => ours.finishReasons.includes(reason)),
  usage: (theirs, ours) => holds(theirs.usage, ours.usage),
  params: (theirs, ours) => holds(theirs.params, ours.params),
  error: (theirs, ours) => theirs.error?.type === ours.error?.type,
} as const satisfies Record<string, (theirs: Datapoint, ours: Datapoint) => boolean>;

const holds = (theirs: object, ours: object) =>
  Object.entries(theirs).every(([key, value]) => same(value, (ours as Record<string, unknown>)[key]));
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Texts, and names and arguments of calls: what was said, whatever it was wrapped in. */
function sayings(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "tool_call") return [part.name, JSON.stringify(part.arguments)];
      return "text" in part ? [part.text] : [];
    }),
  );
}

const saidBy = (messages: readonly Message[]) =>
  [...sayings(messages), ...messages.flatMap(({ parts }) => parts.flatMap(resultsOf))].join("\n");
const resultsOf = (part: Message["parts"][number]) =>
  part.type === "tool_result" ? [typeof part.result === "string" ? part.result : JSON.stringify(part.result)] : [];

const flavors = new Set(["openai.chat", "openai.responses", "openai.embeddings", "anthropic.messages"]);
const recognize = createRecognizer({ conventions });

test("every recorded call of every instrumentation is the same datapoint through the proxy", () => {
  const wires = new Map(
    Object.entries(JSON.parse(gunzipSync(readFileSync(wiresOfSome)).toString()) as object).map(([id, wire]) => [
      id,
      readable(wire),
    ]),
  );
  const { pairs, instrumentations } = contradictionsIn(someCaptures, (capture) => wires.get(capture.id) ?? []);
  expect(pairs).toBeGreaterThan(100);
  expect(instrumentations.size).toBeGreaterThan(25);
});

test.skipIf(!existsSync(join(allCaptures, "manifest.json")))(
  "so it is in the full set of captures (skipped where it does not lie beside the checkout)",
  () => {
    const { pairs } = contradictionsIn(allCaptures, (capture) => {
      const { wire } = capture as Capture & { wire: string };
      return readable(JSON.parse(readFileSync(join(allCaptures, wire), "utf8")));
    });
    expect(pairs).toBeGreaterThan(400);
  },
);

/** All but those of Codex, whose requests were recorded compressed. */
const readable = (wire: unknown) =>
  Exchanges.parse((wire as { rawRequest: unknown }[]).filter(({ rawRequest }) => typeof rawRequest === "object"));

const wiresOfSome = new URL("../fixtures/wire/of-captures.json.gz", import.meta.url);

function contradictionsIn(folder: string, exchangesOf: (capture: Capture) => readonly Exchange[]) {
  const instrumentations = new Set<string>();
  const contradictions: string[] = [];
  let pairs = 0;
  for (const capture of capturesIn(folder)) {
    const batches = batchesOf(capture, folder);
    const points = datapointsOf(
      batches.flatMap(({ spans }) => spans),
      batches.flatMap(({ logs }) => logs),
      "otlp",
    );
    const exchanges = exchangesOf(capture).filter(({ flavor }) => flavors.has(flavor));
    for (const exchange of exchanges) {
      const id = exchange.rawResponse["id"];
      const alone = exchanges.length === 1 && points.length === 1 ? points[0] : undefined;
      const theirs = points.find(({ responseId }) => id !== undefined && responseId === id) ?? alone;
      if (!theirs) continue;
      pairs++;
      instrumentations.add(capture.instrumentation);
      const ours = datapointsOf([spanOf(finishedCallOf(exchange))], [], "proxy")[0]!;
      for (const [field, agrees] of Object.entries(claims)) {
        if (agrees(theirs, ours) || known.some(([which, what]) => what === field && which.test(capture.id))) continue;
        const at = field as keyof typeof claims;
        contradictions.push(`${capture.id} ${field}: ${JSON.stringify(theirs[at])} but ${JSON.stringify(ours[at])}`);
      }
    }
  }
  expect(contradictions).toEqual([]);
  return { pairs, instrumentations };
}

function datapointsOf(spans: readonly Span[], logs: readonly LogRecord[], source: Source): Datapoint[] {
  return [...Map.groupBy(spans, ({ traceId }) => traceId)].flatMap(([traceId, items]) => {
    const part = <Item>(item: Item) => ({ item, source, receivedAt: 1_790_000_000_000 });
    const ofTrace = logs.filter((log) => log.traceId === traceId).map(part);
    return recognize({ projectId: globalProject, traceId, spans: items.map(part), logs: ofTrace }).datapoints;
  });
}
