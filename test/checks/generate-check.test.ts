import { expect, test } from "vitest";
import type { ModelAnswer, ModelQuestion } from "../../src/checks/ports/judges.ts";
import { createGenerateCheck } from "../../src/checks/stages/generate-check.ts";
import { globalProject } from "../../src/platform/ids.ts";

const written = {
  name: "promises_a_date",
  title: "Promises a date",
  description: "Finds promises of a date.",
  body: "export default ({ output }) => /within \\d+ days/.test(output)",
  passes_when_true: false,
};

function generator(answer: ModelAnswer) {
  const questions: ModelQuestion[] = [];
  const generate = createGenerateCheck({
    callModel: (_project, question) => {
      questions.push(question);
      return Promise.resolve(answer);
    },
  });
  return { questions, generate };
}

const modelAnswer = (value: unknown): ModelAnswer => ({
  kind: "answered",
  text: `Here it is:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
  meter: { model: "judge-1" },
});

const wish = { kind: "code" as const, instruction: "The answer promises a delivery date" };

test("a check is written from plain words, also from a fenced answer", async () => {
  const { generate, questions } = generator(modelAnswer(written));
  expect(await generate(globalProject, wish)).toMatchObject({
    kind: "written",
    name: "promises_a_date",
    definition: { body: { kind: "code", source: written.body }, output: { type: "boolean", passWhen: false } },
    meter: { model: "judge-1" },
  });
  expect(questions[0]?.user).toContain(wish.instruction);
});

test("refining a check keeps its result, and the model sees it", async () => {
  const { generate, questions } = generator(modelAnswer(written));
  const output = { type: "score" as const, min: 0, max: 1, passFrom: 0.5 };
  const body = { kind: "code" as const, source: "export default () => 0.25" };
  const prior = { body, output, judges: "answer" as const, needs: [] };
  expect(await generate(globalProject, { ...wish, prior })).toMatchObject({ definition: { output } });
  expect(questions[0]?.user).toContain("() => 0.25");
});

test("a policy is written from plain words as one rule per line", async () => {
  const body =
    "tool:refund only after (tool:check_identity status:ok)\n\nnever tool:ship after (tool:charge status:error)\n";
  const { generate, questions } = generator(modelAnswer({ ...written, body, passes_when_true: true }));
  expect(
    await generate(globalProject, { kind: "policy", instruction: "Refund only after an identity check" }),
  ).toMatchObject({
    definition: {
      body: {
        kind: "policy",
        rules: [
          "tool:refund only after (tool:check_identity status:ok)",
          "never tool:ship after (tool:charge status:error)",
        ],
      },
      output: { type: "boolean", passWhen: true },
      judges: "operation",
      needs: ["trace"],
    },
  });
  expect(questions[0]?.system).toContain("A only after B");
});

test.each([
  ["without a judge model", { kind: "unanswered", reason: "no judge model is configured" }, "no judge model"],
  ["prose", { kind: "answered", text: "I would rather not.", meter: {} }, "no check"],
  ["an invalid name", modelAnswer({ ...written, name: "Promises a date" }), "no check"],
] as const)("%s the reason is reported", async (_, answer, reason) => {
  const came = await generator(answer).generate(globalProject, wish);
  expect(came).toMatchObject({ kind: "unwritten", reason: expect.stringContaining(reason) as string });
});
