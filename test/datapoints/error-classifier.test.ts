import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorAdvice } from "../../src/datapoints/errors/error-advice.ts";
import { classifyError } from "../../src/datapoints/errors/error-classifier.ts";
import { type ErrorType, errorTypes } from "../../src/datapoints/errors/error-types.ts";

interface Answer {
  readonly provider: string;
  readonly status?: number;
  readonly code?: string;
  readonly providerType?: string;
  readonly message?: string;
  readonly type: ErrorType;
  readonly contextLimit?: number;
  readonly contextUsed?: number;
  readonly source: string;
}

const answers = readFileSync(join(import.meta.dirname, "../fixtures/errors/answers.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Answer);

for (const [provider, providerAnswers] of Map.groupBy(answers, (answer) => answer.provider))
  describe(`answers of ${provider}`, () => {
    test.each(providerAnswers)("$status $code $providerType $message is $type", (answer) => {
      const classified = classifyError(answer, answer.provider);
      expect(classified.type).toBe(answer.type);
      if (answer.contextLimit !== undefined) expect(classified.contextLimit).toBe(answer.contextLimit);
      if (answer.contextUsed !== undefined) expect(classified.contextUsed).toBe(answer.contextUsed);
    });
  });

test("every type names who acts, and every sample names its source", () => {
  expect(Object.keys(errorAdvice).sort()).toEqual([...errorTypes].sort());
  for (const { source } of answers) expect(source).not.toBe("");
});
