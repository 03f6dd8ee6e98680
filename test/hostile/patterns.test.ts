import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PrivacyRules } from "../../src/datapoints/text/redaction.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { asProjectId, globalProject } from "../../src/platform/ids.ts";
import { costProblem } from "../../src/privacy/redact/pattern-cost.ts";
import { createRedactor } from "../../src/privacy/redaction/redactor.ts";
import { chatSpan } from "../lab/spans.ts";
import { hostileService } from "./support/hostile-service.ts";

const script = new URL("../../src/app/worker-redaction.ts", import.meta.url);
/** Accepted before patterns had a budget: 20 of them took 65 s on 60 KB. */
const slowPatterns = Array.from({ length: 20 }, (_, index) => ({ name: `p${index}`, pattern: "[ab]{0,900}[c-e]" }));
/** Within the budget by its size, and slow on texts made from its characters. */
const slowWhenProbed = [{ name: "probed", pattern: "(?:[ab]{0,90}[ab]{0,90}){2}[c-e]" }];
const rulesWith = (patterns: PrivacyRules["patterns"]): PrivacyRules => ({ kinds: [], patterns, content: "stored" });
const hostileText = "ab".repeat(30_000);

const requestOf = (answer: string) => ({
  bytes: encodeTraces([chatSpan({ run: 920, number: 1, startMs: 1, answer })]),
  signal: "traces" as const,
  source: "otlp" as const,
});

describe("redaction", () => {
  test("of one project does not hold up another, and a text that is not searched in time is not stored", async () => {
    let lost = 0;
    const redactor = createRedactor({ script, readRaw: () => undefined, onLost: () => lost++, now: Date.now });
    const attack = () =>
      redactor.redact({ ...requestOf(hostileText), projectId: asProjectId("attacker") }, rulesWith(slowPatterns));
    // The first request learns that the project is slow.
    await expect(attack()).rejects.toMatchObject({ blame: "dependency", facts: { retryAfterSeconds: 1 } });
    const attacked = attack();
    let isOver = false;
    void attacked.finally(() => (isOver = true));
    const other = rulesWith([{ name: "ward", pattern: "WARD-[A-Z]{6}" }]);
    const good = await redactor.redact({ ...requestOf("I lie in WARD-CANARY"), projectId: globalProject }, other);
    expect(Buffer.from(good.bytes).toString()).toContain("[redacted:ward]");
    expect(isOver).toBe(false);
    const { bytes, unfinished } = await attacked;
    expect(unfinished).toBeGreaterThan(0);
    const stored = Buffer.from(bytes).toString();
    expect(stored).toContain("[redacted:unfinished]");
    expect(stored).not.toContain("ababab");
    // What can be searched is still there.
    expect(stored).toContain("gpt-4o-2024-08-06");
    expect(lost).toBeGreaterThan(1);
    await redactor.close();
  });

  test("refuses patterns whose size alone makes them slow", () => {
    expect(costProblem(slowPatterns)).toContain("steps for each character");
    expect(costProblem(slowWhenProbed)).toBeUndefined();
    expect(costProblem([{ name: "employee_id", pattern: "\\bE\\d{6}\\b" }])).toBeUndefined();
  });
});

describe("a running service", () => {
  const hostile = hostileService();
  beforeAll(() => hostile.start());
  afterAll(() => hostile.stop());

  const request = (method: string, path: string, body: object) =>
    fetch(`${hostile.service().url}/api/v1${path}`, {
      method,
      headers: { "api-key": hostile.service().token, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() });

  test("refuses to save slow patterns with the reason", async () => {
    const patched = (patterns: PrivacyRules["patterns"]) =>
      request("PATCH", "/privacy", { rules: rulesWith(patterns) }).then(answerOf);
    expect(await patched(slowPatterns)).toMatchObject({
      status: 422,
      body: { field: "rules", detail: expect.stringContaining("steps for each character of a text") },
    });
    expect(await patched(slowWhenProbed)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/the pattern "probed" (takes up to|did not finish)/) },
    });
    const ordinary = ["\\bE\\d{6}\\b", "[\\w.]+@corp\\.example", "(?i)patient\\s+\\d+"].map((pattern, index) => ({
      name: `n${index}`,
      pattern,
    }));
    expect((await patched(ordinary)).status).toBe(200);
  });

  test("answers while slow rules are tried on a text", async () => {
    const rules = rulesWith(slowWhenProbed);
    const text = "ab".repeat(50_000);
    const tried = Promise.all([1, 2, 3].map(() => request("POST", "/privacy/try", { text, rules }).then(answerOf)));
    let isOver = false;
    void tried.finally(() => (isOver = true));
    const health = await fetch(`${hostile.service().url}/healthz`);
    expect(health.status).toBe(200);
    expect(isOver).toBe(false);
    // On a fast machine they finish.
    for (const { status, body } of await tried)
      expect([status, (body as { detail?: string }).detail]).toBeOneOf([
        [200, undefined],
        [422, "the rules did not finish on this text within 2 seconds"],
      ]);
  });
});
