import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { anyFails, states } from "../../../scripts/validation/detectors.ts";
import { callOf } from "../../../scripts/validation/exact-sets.ts";

/** Rows of the dev split: the metrics below may rise, never fall. */
const rowsOf = <Row>(file: string, schema: z.ZodType<Row>): readonly Row[] =>
  z
    .array(schema)
    .parse(JSON.parse(readFileSync(new URL(`../../fixtures/checks/labeled/${file}`, import.meta.url), "utf8")));
const Text = z.object({ text: z.string(), label: z.boolean(), source: z.string() });

function shares(rows: readonly z.infer<typeof Text>[], hit: (text: string) => boolean) {
  const judged = rows.map(({ text, label }) => ({ label, hit: hit(text) }));
  const count = (label: boolean, found: boolean) =>
    judged.filter((each) => each.label === label && each.hit === found).length;
  return {
    precision: count(true, true) / (count(true, true) + count(false, true)),
    recall: count(true, true) / (count(true, true) + count(true, false)),
  };
}

test("model_refusal keeps its precision and recall", () => {
  const rows = rowsOf("refusal.json", Text);
  const { precision, recall } = shares(rows, (text) => anyFails({ output: text }, { model_refusal: {} }));
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.9);
});

test("the tripwires for prompt attacks keep their precision and recall", () => {
  const checks = {
    injection_override_phrase: {},
    system_prompt_extraction_attempt: {},
    jailbreak_persona_prompt: {},
    injection_control_tokens: {},
    injection_encoded_payload: {},
  };
  const { precision, recall } = shares(rowsOf("injection.json", Text), (text) => anyFails({ input: text }, checks));
  expect(precision).toBeGreaterThanOrEqual(0.97);
  expect(recall).toBeGreaterThanOrEqual(0.85);
});

describe("the four function checks match the labels", () => {
  const Row = z.object({
    expected: z.json(),
    tool_calls: z.array(z.json()),
    labels: z.record(z.string(), z.boolean().nullable()),
    variant: z.string(),
  });
  test.each(rowsOf("function-calls.json", Row).map((row, index) => [row.variant, index, row] as const))(
    "%s (%i)",
    (_variant, _index, row) => {
      for (const [name, label] of Object.entries(row.labels)) {
        if (label === null || name === "no_tool_call_when_irrelevant") continue;
        const [state] = states({ calls: row.tool_calls.map(callOf) }, { [name]: {} }, row.expected);
        expect(state, name).toBe(label ? "passed" : "failed");
      }
    },
  );
});
