import type { NewTestRun } from "./run-draft.ts";

/** The same run, started by code of one's own, which is what it calls. */
export function runSnippets(run: NewTestRun, model: string, scenario: string) {
  return { typescript: typescript(run, model, scenario), python: python(run, model, scenario) };
}

function typescript({ name, type = "NL_GENERATION", checks = [], simulation }: NewTestRun, model: string, set: string) {
  const isConversation = type === "MULTI_TURN";
  const kind = isConversation ? "custom_multiturn" : "custom";
  const lines = [
    `  name: ${quoted(name)},`,
    `  scenario: ${quoted(set)},`,
    ...(type === "NL_GENERATION" ? [] : [`  type: TestRunType.${type},`]),
    ...(simulation ? [`  simulation: ${JSON.stringify(inSnakeCase(simulation))},`] : []),
    ...(checks.length === 0 ? [] : [`  checks: ${JSON.stringify(checks.map(nameOf))},`]),
  ];
  return `import { Gaffe, TestRunType } from "@gaffe/sdk";

const gaffe = new Gaffe(); // GAFFE_API_KEY, GAFFE_BASE_URL
const invoke = async (${isConversation ? "{ messages }" : "input"}) => ${isConversation ? "answer(messages)" : "({ model_prediction: await answer(input) })"};
const model = await gaffe.register_model({ name: ${quoted(model)}, models: { type: "${kind}", invoke }, update: true });
await model.run_test({
${lines.join("\n")}
});
`;
}

function python({ name, type = "NL_GENERATION", checks = [], simulation }: NewTestRun, model: string, set: string) {
  const isConversation = type === "MULTI_TURN";
  const [base, given] = isConversation
    ? ["CustomMultiturnTarget", "messages, scenario_input, session_id"]
    : ["CustomModel", "input_value"];
  const imports = ["Gaffe", base, ...(isConversation ? ["Driver", "Simulation"] : ["ModelInvocation"]), "TestRunType"];
  const { driver, maxTurns = 5, firstTurn = "target", stop } = simulation ?? {};
  const lines = [
    `    ${quoted(name)},`,
    `    ${quoted(set)},`,
    ...(type === "NL_GENERATION" ? [] : [`    test_run_type=TestRunType.${type},`]),
    ...(driver
      ? [
          "    simulation=Simulation(",
          `        driver=Driver(${driver.model === undefined ? "" : `model_id=${quoted(driver.model)}, `}prompt_template=${quoted(driver.promptTemplate ?? "")}),`,
          `        first_turn=${quoted(firstTurn)},`,
          `        max_turns=${maxTurns},`,
          ...(stop?.phrase === undefined ? [] : [`        stop_phrase=${quoted(stop.phrase)},`]),
          "    ),",
        ]
      : []),
    ...(checks.length === 0 ? [] : [`    checks=${JSON.stringify(checks.map(nameOf))},`]),
  ];
  return `from gaffe_sdk import ${imports.join(", ")}

gaffe = Gaffe()  # GAFFE_API_KEY, GAFFE_BASE_URL


class MyAgent(${base}):
    def invoke(self, ${given}):
        return ${isConversation ? "answer(messages)" : "ModelInvocation(answer(input_value))"}


model = gaffe.register_model(${quoted(model)}, MyAgent(), update=True)
model.run_test(
${lines.join("\n")}
)
`;
}

const quoted = (text: string) => JSON.stringify(text);
const nameOf = (check: NonNullable<NewTestRun["checks"]>[number]) => (typeof check === "string" ? check : check.check);

function inSnakeCase({ driver, firstTurn, maxTurns, stop }: NonNullable<NewTestRun["simulation"]>) {
  const { model, promptTemplate } = driver;
  return {
    driver: { ...(model === undefined ? {} : { model_id: model }), prompt_template: promptTemplate },
    first_turn: firstTurn,
    max_turns: maxTurns,
    ...(stop?.phrase === undefined ? {} : { stop_phrase: stop.phrase }),
  };
}
