import fc from "fast-check";
import { expect, test } from "vitest";
import { describeCustom, versionOf } from "../../../src/checks/custom/custom-check.ts";
import { outcomeOf } from "../../../src/checks/custom/custom-outcome.ts";
import { argumentOf, partText } from "../../../src/checks/custom/custom-subject.ts";
import { readTemplate } from "../../../src/checks/judges/judge-template.ts";
import { subjectOf } from "../../../src/datapoints/traces/subject.ts";
import { aCustomCheck, codeDefinition } from "../../support/data/custom-checks.ts";
import { dialog } from "../../support/data/datapoints.ts";

const datapoint = dialog({
  system: "Be brief.",
  input: "May I have my money back?",
  output: "A refund takes five days.",
  more: { metadata: new Map([["context", ["Refunds take five days."]]]) },
});
const subject = subjectOf(datapoint);
const boolean = { type: "boolean", passWhen: false } as const;
const score = { type: "score", min: 0, max: 1, passFrom: 0.5 } as const;
const category = { type: "category", categories: ["kind", "rude"], passing: ["kind"] } as const;

test.each([
  [boolean, true, { kind: "failed", value: true }],
  [boolean, false, { kind: "passed", value: false }],
  [boolean, { value: true, explanation: "reason", evidence: ["refund"] }, { kind: "failed", explanation: "reason" }],
  [boolean, 1, { kind: "broken" }],
  [score, 0.5, { kind: "passed", value: 0.5 }],
  [score, 0.49, { kind: "failed", value: 0.49 }],
  [score, 1.1, { kind: "broken" }],
  [score, true, { kind: "broken" }],
  [category, "kind", { kind: "passed", value: true, label: "kind" }],
  [category, { value: "rude" }, { kind: "failed", value: false, label: "rude" }],
  [category, "angry", { kind: "broken" }],
  [boolean, undefined, { kind: "skipped" }],
  [boolean, null, { kind: "skipped" }],
  [boolean, { skip: "no refund is asked for" }, { kind: "skipped", reason: "no refund is asked for" }],
  [boolean, {}, { kind: "broken" }],
  [boolean, { value: true, passed: true }, { kind: "broken" }],
  [boolean, [true], { kind: "broken" }],
])("under %j the answer %j is %j", (output, returned, outcome) => {
  expect(outcomeOf(output, returned, subject)).toMatchObject(outcome);
});

test("evidence points to the position of a quote; a quote that does not occur is no evidence", () => {
  const outcome = outcomeOf(boolean, { value: true, evidence: ["five days", "money", "never said", ""] }, subject);
  expect(outcome).toMatchObject({
    evidence: [
      { target: "output", start: 15, end: 24, text: "five days" },
      { target: "input", text: "money" },
    ],
  });
});

test("any return value gives an outcome", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(boolean, score, category), (returned, output) => {
      expect(["passed", "failed", "skipped", "broken"]).toContain(outcomeOf(output, returned, subject).kind);
    }),
  );
});

test("the version names the definition and nothing else", () => {
  const definition = codeDefinition("export default () => true");
  expect(versionOf(definition)).toBe(versionOf({ ...definition }));
  expect(versionOf({ ...definition, needs: ["tools", "context"] })).toBe(
    versionOf({ ...definition, needs: ["context", "tools"] }),
  );
  expect(versionOf(codeDefinition("export default () => false"))).not.toBe(versionOf(definition));
  expect(versionOf({ ...definition, output: boolean })).not.toBe(versionOf(definition));
  expect(versionOf(definition)).toBeLessThan(2 ** 32);
});

test.each([
  [{ output: boolean }, { type: "boolean", rule: "pass when false" }],
  [{ output: score }, { type: "score", rule: "0..1; pass ≥ 0.5" }],
  [{ output: category }, { type: "boolean", rule: "kind | rude; pass when kind" }],
])("a custom check of %j is described as the others are", (changes, output) => {
  expect(describeCustom(aCustomCheck(changes))).toMatchObject({ kind: "code", name: "mentions_refund", output });
});

test("a code check is called with the texts, and the datapoint without its raw attributes", () => {
  const argument = argumentOf(subject, { id: "x", attributes: { secret: 1 }, metadata: { a: 1 } });
  expect(argument).toEqual({
    input: "May I have my money back?",
    output: "A refund takes five days.",
    systemPrompt: "Be brief.",
    toolCalls: [],
    context: ["Refunds take five days."],
    metadata: { a: 1 },
    datapoint: { id: "x", metadata: { a: 1 } },
  });
});

test("a judge prompt speaks of its parts; names of other services are known", () => {
  const template = readTemplate(
    'Is {model_output} true to {{ context }}?\nAsked: {scenario_input}. Answer as {"a": 1}.',
  );
  expect(template.instructions).toBe('Is OUTPUT true to CONTEXT?\nAsked: INPUT. Answer as {"a": 1}.');
  expect(template.parts).toEqual(["output", "context", "input"]);
  expect(template.problems).toEqual([]);
});

test("a misspelled variable is reported with its line and a suggestion", () => {
  const { problems } = readTemplate("Judge\n{{otput}} and {model_outptu}");
  expect(problems.map(({ line }) => line)).toEqual([2, 2]);
  expect(problems[0]?.message).toContain("{{output}}");
  expect(problems[1]?.message).toContain("model_output");
});

test("no text of a datapoint gets into the instructions", () => {
  const { instructions } = readTemplate("Judge {output} and {input}");
  expect(instructions).not.toContain("refund");
  expect(partText("conversation", subject)).toBe(
    "system: Be brief.\nuser: May I have my money back?\nassistant: A refund takes five days.",
  );
  expect(partText("tools", subject)).toBe("");
});
