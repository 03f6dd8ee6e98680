import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultRules } from "../../src/datapoints/text/redaction.ts";
import { decodeTraces } from "../../src/otlp/decode.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { secretRules } from "../../src/platform/sensitive/secrets.ts";
import { createGate } from "../../src/privacy/redact/gate.ts";
import { createTextRedactor } from "../../src/privacy/redact/redact-text.ts";
import { createBatchRedactor } from "../../src/privacy/redaction/redact-batch.ts";
import { awsKey, githubToken } from "../support/data/secrets.ts";
import { spanOf } from "../support/data/spans.ts";

const redact = createBatchRedactor(defaultRules);

describe("redacting an export request", () => {
  test("nothing to redact: the very same bytes", () => {
    const bytes = encodeTraces([spanOf({ attributes: { "gen_ai.request.model": "gpt-4o" } })]);
    expect(redact(bytes, "traces").bytes).toBe(bytes);
  });

  test("all texts of a span are redacted, and everything else stays unchanged", () => {
    const span = spanOf({
      name: `call ${awsKey}`,
      statusMessage: `bad key ${awsKey}`,
      status: "error",
      attributes: {
        prompt: `x ${awsKey} ${"long ".repeat(100)}`,
        list: [`a ${awsKey}`, "b", [awsKey]],
        nested: { deep: { deeper: githubToken }, n: 7, big: 2n ** 60n },
        [awsKey]: 1.5,
        bytes: Buffer.from(`text ${awsKey}`),
        image: Buffer.from([0xff, 0xd8, 0, 1, 2, 3]),
      },
      events: [{ name: "e", timeNs: 5n, attributes: new Map([["content", githubToken]]) }],
      resource: new Map([["service.name", `svc-${awsKey}`]]),
    });
    const { bytes, counts } = redact(encodeTraces([span, span]), "traces");
    expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/AKIA|ghp_/);
    const [first] = decodeTraces(bytes);
    expect(first?.attributes.get("nested")).toMatchObject({
      deep: { deeper: "[redacted:github_token]" },
      n: 7,
      big: 2n ** 60n,
    });
    expect(first?.attributes.get("image")).toEqual(new Uint8Array([0xff, 0xd8, 0, 1, 2, 3]));
    expect(first?.startNs).toBe(span.startNs);
    expect(counts.get("aws_access_key")).toBeGreaterThan(10);
  });

  test("with content dropped: numbers, names and ids stay, texts are removed, and the span is marked", () => {
    const drop = createBatchRedactor({ ...defaultRules, content: "dropped" });
    const sent = spanOf({
      attributes: {
        "gen_ai.request.model": "gpt-4o",
        "gen_ai.usage.input_tokens": 12,
        "gen_ai.response.finish_reasons": ["stop"],
        "gen_ai.input.messages": '[{"role":"user","parts":[]}]',
        "llm.input_messages.0.message.content": "Hello",
        "session.id": "s-1",
        "input.value": { text: "Hello there" },
        "error.message": "rate limit reached for gpt-4o",
      },
      events: [{ name: "gen_ai.user.message", timeNs: 1n, attributes: new Map([["content", "Hello"]]) }],
    });
    const [span] = decodeTraces(drop(encodeTraces([sent]), "traces").bytes);
    expect(Buffer.from(encodeTraces(span ? [span] : [])).toString("latin1")).not.toContain("Hello");
    expect([...(span?.attributes.keys() ?? [])].sort()).toEqual([
      "error.message",
      "gaffe.content_dropped",
      "gen_ai.request.model",
      "gen_ai.response.finish_reasons",
      "gen_ai.usage.input_tokens",
      "input.value",
      "session.id",
    ]);
  });
});

test.each(["tokens==Aa0.A-=1bB+/c/.", `token_x: "${githubToken}"`, `{"token":\\"${githubToken}\\"}`])(
  "the gate lets through %s",
  (text) => {
    const bytes = Buffer.from(text);
    expect(createTextRedactor(defaultRules)(text)).toBeDefined();
    expect(createGate(defaultRules)(bytes, 0, bytes.length)).toBe(true);
  },
);

test.each(['{"prompt_tokens":180,"total_tokens":320}', "gen_ai.usage.input_tokens", '"max_tokens": 100'])(
  "counts of tokens do not pass for secrets: %s",
  (text) => {
    const bytes = Buffer.from(text);
    expect(createGate(defaultRules)(bytes, 0, bytes.length)).toBe(false);
  },
);

test("the gate lets through every text that redaction would change", () => {
  const gate = createGate(defaultRules);
  const change = createTextRedactor(defaultRules);
  const keywords = secretRules.flatMap(({ keywords: words }) => words);
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom(awsKey, githubToken, "password=", "secret: ", "\\n", '"', " "),
          fc.constantFrom(...keywords),
          fc.constantFrom('"total_tokens":320,', "token", "tokens", '"token" : "', "token:", "token_x.y-z='"),
          fc.constant(String.raw`token\": \"`),
          fc.stringMatching(/^[A-Za-z0-9.=+/-]{14,18}$/),
          fc.stringMatching(/^[=:>,"'(\\s.-]{0,6}$/),
          fc.string({ minLength: 1, maxLength: 40 }),
          fc.stringMatching(/^[A-Za-z0-9]{30,50}$/),
        ),
        { maxLength: 8 },
      ),
      (pieces) => {
        const text = pieces.join("");
        const bytes = Buffer.from(text);
        if (change(text)) expect(gate(bytes, 0, bytes.length)).toBe(true);
      },
    ),
    { numRuns: 3000 },
  );
});
