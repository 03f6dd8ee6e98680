import { expect, test } from "vitest";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import { type CallSender } from "../../src/datapoints/ports/sender-reader.ts";
import { type Came, senderAdvice } from "../../src/ingest/source-advice.ts";

const none = { calls: 0, goesOn: false };
const some = { calls: 3, goesOn: true };
const fixed = { calls: 3, goesOn: false };
const sender = (changes: Partial<CallSender>): CallSender => ({
  service: "night-bot",
  convention: "vercel-ai",
  withoutContent: none,
  withoutSpan: none,
  misdated: none,
  aheadMs: 0,
  ...changes,
});
const came = (changes: Partial<Came>): Came => ({ datapoints: 5, lacking: [], spans: [], rejected: [], ...changes });
const spans = { signal: "spans", service: "night-bot", count: 214 } as const;
const logs = { signal: "log records", count: 1 } as const;
const refused = { route: "POST /v1/traces", status: 401, reason: "there is no such API token" };

test.each([
  [came({}), []],
  [came({ datapoints: 0 }), [/^No datapoint arrived/]],
  [came({ datapoints: 0, spans: [spans] }), [/^214 spans from night-bot came, and none of them is a model call: /]],
  [came({ datapoints: 0, spans: [logs] }), [/^1 log record arrived and no span: .*OTEL_TRACES_EXPORTER=otlp/]],
  [
    came({ datapoints: 0, rejected: [refused] }),
    [/POST \/v1\/traces \(401\), there is no such API token: copy a token/],
  ],
  [came({ lacking: [sender({ withoutContent: some })] }), [/^3 calls carry no message content/]],
  [came({ lacking: [sender({ withoutSpan: some })] }), [/^3 calls are known by log records alone, .* of night-bot/]],
  [came({ lacking: [sender({ misdated: some, aheadMs: 10_900_000 })] }), [/up to 3 h after they came: the clock of/]],
  [came({ lacking: [sender({ misdated: some, aheadMs: -56 * 365.25 * 86_400_000 })] }), [/began 56 years before/]],
  [came({ lacking: [sender({ withoutContent: fixed, withoutSpan: fixed, misdated: fixed })] }), []],
] as const)("of %o is %o", (what, expected) => {
  expect(senderAdvice(what, conventions)).toEqual(expected.map((words) => expect.stringMatching(words)));
});
