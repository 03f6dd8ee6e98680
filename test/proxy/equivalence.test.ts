import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import type { Datapoint, Message } from "../../src/datapoints/datapoint.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import type { Source } from "../../src/otlp/source.ts";
import type { LogRecord, Span } from "../../src/otlp/span.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { spanOf } from "../../src/proxy/recording/span.ts";
import { allCaptures, batchesOf, type Capture, capturesIn, someCaptures } from "../support/data/captures.ts";
import { finishedCallOf } from "../support/data/finished-call.ts";
import { type Exchange, Exchanges } from "../support/providers/wire.ts";

/*
 * Compares a call recorded by an instrumentation with the same call recorded by the proxy: they must agree. The
 * proxy sees the exact bytes, so it may know more; known contradictions are listed here with their reason.
 */
const known: readonly (readonly [capture: RegExp, field: keyof typeof claims, reason: string])[] = [
  [
    /^openlit-|^openai-agents-openlit/,
    "params",
    "OpenLIT writes temperature 1 and top_p 1 if the request sets neither",
  ],
  [/^mastra1-agent/, "input", "Mastra writes tool calls and results as its own texts"],
  [/^openai-agents-openlit/, "finishReasons", "OpenLIT writes stop for every response of an agent"],
  [/^mastra1-error/, "finishReasons", "Mastra gives a failed call the finish reason error; it never finished"],
  [/-error-400/, "error", "some record neither code nor message of a 400, so its cause is unknown"],
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
  operation: (instrumented, proxied) => instrumented.operation === proxied.operation,
  provider: (instrumented, proxied) =>
    instrumented.provider === undefined || instrumented.provider === proxied.provider,
  requestModel: (instrumented, proxied) =>
    instrumented.requestModel === undefined ||
    [proxied.requestModel, proxied.responseModel].includes(instrumented.requestModel),
  responseModel: (instrumented, proxied) =>
    instrumented.responseModel === undefined || instrumented.responseModel === proxied.responseModel,
  input: (instrumented, proxied) =>
    contentsOf(instrumented.input).every((content) => joinedContent(proxied.input).includes(content)),
  output: (instrumented, proxied) =>
    contentsOf(instrumented.output).every((content) => joinedContent(proxied.output).includes(content)),
  tools: (instrumented, proxied) =>
    instrumented.tools.every(({ name }) => proxied.tools.some((tool) => tool.name === name)),
  finishReasons: (instrumented, proxied) =>
    instrumented.finishReasons.every((reason) => proxied.finishReasons.includes(reason)),
  usage: (instrumented, proxied) => holds(instrumented.usage, proxied.usage),
  params: (instrumented, proxied) => holds(instrumented.params, proxied.params),
  error: (instrumented, proxied) => instrumented.error?.type === proxied.error?.type,
} as const satisfies Record<string, (instrumented: Datapoint, proxied: Datapoint) => boolean>;

const holds = (instrumented: object, proxied: object) =>
  Object.entries(instrumented).every(([key, value]) => same(value, (proxied as Record<string, unknown>)[key]));
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns texts, and names and arguments of calls, without their wrapping. */
function contentsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "tool_call") return [part.name, JSON.stringify(part.arguments)];
      return "text" in part ? [part.text] : [];
    }),
  );
}

const joinedContent = (messages: readonly Message[]) =>
  [...contentsOf(messages), ...messages.flatMap(({ parts }) => parts.flatMap(resultsOf))].join("\n");
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
  "the full set of captures agrees as well (skipped if it isn't next to the checkout)",
  () => {
    const { pairs } = contradictionsIn(allCaptures, (capture) => {
      const { wire } = capture as Capture & { wire: string };
      return readable(JSON.parse(readFileSync(join(allCaptures, wire), "utf8")));
    });
    expect(pairs).toBeGreaterThan(400);
  },
);

/** All captures but Codex's, whose requests were recorded compressed. */
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
      const instrumented = points.find(({ responseId }) => id !== undefined && responseId === id) ?? alone;
      if (!instrumented) continue;
      pairs++;
      instrumentations.add(capture.instrumentation);
      const proxied = datapointsOf([spanOf(finishedCallOf(exchange))], [], "proxy")[0]!;
      for (const [field, agrees] of Object.entries(claims)) {
        if (agrees(instrumented, proxied) || known.some(([which, what]) => what === field && which.test(capture.id)))
          continue;
        const at = field as keyof typeof claims;
        contradictions.push(
          `${capture.id} ${field}: ${JSON.stringify(instrumented[at])} but ${JSON.stringify(proxied[at])}`,
        );
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
