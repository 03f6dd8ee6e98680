import type { NewTestRun } from "./run-draft.ts";

/** Returns code that starts the same run from the program that contains the custom code. */
export function runSnippets(run: NewTestRun, model: string, scenario: string) {
  return { typescript: typescript(run, model, scenario), python: python(run, model, scenario) };
}

function typescript(run: NewTestRun, model: string, set: string) {
  const isConversation = run.type === "MULTI_TURN";
  const kind = isConversation ? "custom_multiturn" : "custom";
  const { type, simulation, ...settings } = settingsOf(run);
  const lines = [
    `  name: ${quoted(run.name)},`,
    `  scenario: ${quoted(set)},`,
    ...(type === undefined ? [] : [`  type: TestRunType.${type},`]),
    ...(simulation === undefined ? [] : [`  simulation: ${JSON.stringify(simulation)},`]),
    ...Object.entries(settings).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`),
  ];
  return `import { Gaffe, TestRunType${isConversation ? ", type Turn" : ""} } from "@gaffe/sdk";

const gaffe = new Gaffe(); // GAFFE_TOKEN, GAFFE_ENDPOINT
const invoke = async (${isConversation ? "{ messages }: Turn" : "input: unknown"}) => ${isConversation ? "answer(messages)" : "({ modelPrediction: await answer(input) })"};
const model = await gaffe.registerModel({ name: ${quoted(model)}, model: { type: "${kind}", invoke }, update: true });
await model.runTest({
${lines.join("\n")}
});
`;
}

function python(run: NewTestRun, model: string, set: string) {
  const isConversation = run.type === "MULTI_TURN";
  const [base, given] = isConversation
    ? ["CustomMultiturnTarget", "messages, scenario_input, session_id"]
    : ["CustomModel", "input_value"];
  const { type, simulation, ...settings } = settingsOf(run);
  const imports = [
    "Gaffe",
    base,
    ...(isConversation ? ["Driver", "Simulation"] : ["ModelInvocation"]),
    ...(simulation?.stop?.check === undefined ? [] : ["StopConfig"]),
    "TestRunType",
  ];
  const lines = [
    `    ${quoted(run.name)},`,
    `    ${quoted(set)},`,
    ...(type === undefined ? [] : [`    test_run_type=TestRunType.${type},`]),
    ...(simulation === undefined ? [] : simulationInPython(simulation)),
    ...Object.entries(settings).map(([key, value]) => `    ${snake(key)}=${inPython(value)},`),
  ];
  return `from gaffe_sdk import ${imports.join(", ")}

gaffe = Gaffe()  # GAFFE_TOKEN, GAFFE_ENDPOINT


class MyAgent(${base}):
    def invoke(self, ${given}):
        return ${isConversation ? "answer(messages)" : "ModelInvocation(answer(input_value))"}


model = gaffe.register_model(${quoted(model)}, MyAgent(), update=True)
model.run_test(
${lines.join("\n")}
)
`;
}

function simulationInPython({ driver, stop, checksAtEveryTurn, ...rest }: NonNullable<Settings["simulation"]>) {
  const { model, ...persona } = driver;
  const settings = { ...rest, stopPhrase: stop?.phrase, checksAtEveryTurn };
  const check = stop?.check && { checkName: stop.check.check, stopOn: stop.check.stopOn ?? true };
  return [
    "    simulation=Simulation(",
    `        driver=Driver(${named({ modelId: model, ...persona })}),`,
    ...Object.entries(given(settings)).map(([key, value]) => `        ${snake(key)}=${inPython(value)},`),
    ...(check === undefined ? [] : [`        stop_check=StopConfig(${named(check)}),`]),
    "    ),",
  ];
}

const named = (values: object) =>
  Object.entries(given(values))
    .map(([key, value]) => `${snake(key)}=${inPython(value)}`)
    .join(", ");

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Settings = ReturnType<typeof settingsOf>;

/** Returns the settings that differ from the defaults. Copied code has no keys. */
function settingsOf(run: NewTestRun) {
  const { type, checks = [], allowSkipped, tags, repeats = 1, concurrency = 8, atK, similarity, simulation } = run;
  return given({
    type: type === "NL_GENERATION" ? undefined : type,
    simulation: simulation && simulationOf(simulation),
    checks: checks.length === 0 ? undefined : checks.map(checkOf),
    allowSkipped,
    atK,
    similarity,
    repeats: repeats === 1 ? undefined : repeats,
    concurrency: concurrency === 8 ? undefined : concurrency,
    tags,
  });
}

function checkOf(check: NonNullable<NewTestRun["checks"]>[number]) {
  if (typeof check === "string") return check;
  return Object.keys(check.options ?? {}).length === 0 ? check.check : { check: check.check, options: check.options };
}

function simulationOf({ driver, firstTurn, maxTurns, stop, checksAtEveryTurn }: NonNullable<NewTestRun["simulation"]>) {
  const { model, judge, promptTemplate, temperature } = driver;
  const check = stop?.check && { check: stop.check.check, stopOn: stop.check.stopOn ?? true };
  return given({
    driver: given({ model, judge, promptTemplate, temperature }),
    firstTurn,
    maxTurns,
    stop: stop && given({ phrase: stop.phrase, check }),
    checksAtEveryTurn: checksAtEveryTurn === true ? true : undefined,
  });
}

function given<Values extends object>(all: Values): Values {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Values;
}

const quoted = (text: string) => JSON.stringify(text);

function inPython(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(inPython).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${quoted(key)}: ${inPython(each)}`);
  return `{${members.join(", ")}}`;
}
