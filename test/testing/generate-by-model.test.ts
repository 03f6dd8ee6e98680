import { expect, test } from "vitest";
import type { ModelAnswer, ModelQuestion } from "../../src/checks/ports/judges.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { modelGenerators } from "../../src/testing/generators/by-model.ts";
import { createGenerateByModel, type ModelGeneration } from "../../src/testing/runs/generate-by-model.ts";
import { scenarioRows } from "../../src/testing/scenario.ts";

const plainly: ModelGeneration = {
  perSeed: 2,
  tone: "Empathetic",
  prompt: "Write a riddle about it.",
  lockResult: false,
  preTemplate: "Please: ",
  postTemplate: "",
};
const seeds = (count: number) =>
  scenarioRows(Array.from({ length: count }, (_, index) => ({ input: `seed ${index}`, result: `label ${index}` })));

const modelAnswer = (rows: unknown): ModelAnswer =>
  ({ kind: "answered", text: JSON.stringify({ rows }) }) as ModelAnswer;
const refused: ModelAnswer = { kind: "unanswered", reason: "over its ceiling" };

/** Creates a model that returns the answers in turn, then repeats the last one. */
function request(...answers: readonly ModelAnswer[]) {
  const questions: ModelQuestion[] = [];
  const generate = createGenerateByModel({
    callModel: (_, question) => {
      questions.push(question);
      return Promise.resolve(answers[Math.min(questions.length, answers.length) - 1] ?? refused);
    },
  });
  return { questions, generate };
}

// The seed itself, an empty text and a duplicate are not rows.
const written = ["seed 0", "", "one", "one", "two", "three"].map((input) => ({ input, result: "theirs" }));

test.each([...modelGenerators.values()])(
  "$type: rows of the seed, as many as are wanted, with the label that holds for them",
  async (generator) => {
    const { generate, questions } = request(modelAnswer(written));
    const { rows, unanswered } = await generate(globalProject, seeds(1), generator, plainly);
    const result = generator.keepsResult ? "label 0" : generator.writesResult ? "theirs" : null;
    const origin = { seedId: seeds(1)[0]?.id, generator: generator.type };
    expect(rows).toEqual(["Please: one", "Please: two"].map((input) => ({ input, result, origin })));
    expect(unanswered).toBe(0);
    expect(questions[0]?.system).toContain(
      generator.instruction === "" ? "Write a riddle about it." : generator.instruction,
    );
    expect(questions[0]?.system).toContain("The tone is empathetic.");
    const locked = await request(modelAnswer(written)).generate(globalProject, seeds(1), generator, {
      ...plainly,
      lockResult: true,
    });
    expect(locked.rows.map((row) => row.result)).toEqual(["label 0", "label 0"]);
  },
);

test("a single invalid answer does not stop it; repeated ones do", async () => {
  const generator = modelGenerators.get("REPHRASE_INVARIANT");
  if (!generator) throw new Error("there is no such generator");
  const flaky = request({ ...modelAnswer([]), text: "Gladly!" } as ModelAnswer, modelAnswer(written));
  const came = await flaky.generate(globalProject, seeds(12), generator, plainly);
  expect([flaky.questions.length, came.unanswered, came.reason]).toEqual([
    12,
    1,
    "the model's answer is not a list of rows",
  ]);
  const away = request(refused);
  const none = await away.generate(globalProject, seeds(100), generator, plainly);
  expect(none).toEqual({ rows: [], unanswered: 100, reason: "over its ceiling" });
  expect(away.questions.length).toBeLessThan(10);
});
