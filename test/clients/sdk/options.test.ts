import { expect, test } from "vitest";
import { type CheckSubject, Gaffe, type LocalCheck, type NewCheck } from "../../../sdk/typescript/src/index.ts";
import { requestedCheck } from "../../../sdk/typescript/src/local-check.ts";
import { openServer } from "../../support/receivers/open-server.ts";

/** A client whose requests all fail: a misspelt option must be refused before any request. */
const gaffe = new Gaffe({ apiKey: "gaffe_key", baseUrl: "http://127.0.0.1:9", retries: 0 });

/** Options as JavaScript passes them, without the compiler. */
const loose = (options: object) => options as never;

test.each([
  ["new Gaffe", () => new Gaffe(loose({ api_key: "x" })), "new Gaffe has no option api_key: did you mean apiKey?"],
  [
    "createScenarioSet",
    () => gaffe.createScenarioSet(loose({ name: "x", seed_data: [] })),
    "seed_data: did you mean seedData?",
  ],
  [
    "a row",
    () => gaffe.createScenarioSet(loose({ name: "x", seedData: [{ input: 1 }, { input: 2, resutl: 3 }] })),
    "row 2 of seedData has no option resutl: did you mean result?",
  ],
  ["uploadScenarioSet", () => gaffe.uploadScenarioSet(loose({ name: "x", filepath: "a" })), "did you mean filePath?"],
  ["registerModel", () => gaffe.registerModel(loose({ name: "x", models: {} })), "models: did you mean model?"],
  [
    "a model",
    () =>
      gaffe.registerModel(loose({ name: "x", model: { type: "custom_batch", batch_size: 2, invokeBatch: () => [] } })),
    "a model of the type custom_batch has no option batch_size: did you mean batchSize?",
  ],
  ["a model without code", () => gaffe.registerModel(loose({ name: "x", model: { type: "custom" } })), "needs invoke"],
  ["findTestRuns", () => gaffe.findTestRuns(loose({ scenarios: "x" })), "did you mean scenario?"],
  [
    "findDatapoints",
    () => gaffe.findDatapoints(loose({ query: "x" })),
    "has no option query; there are q, limit, from, to",
  ],
  ["findIssues", () => gaffe.findIssues(loose({ states: "open" })), "did you mean state?"],
  [
    "createOrUpdateCheck",
    () => gaffe.createOrUpdateCheck(loose({ name: "x", check_config: {} })),
    "did you mean checkConfig?",
  ],
  [
    "checkConfig",
    () =>
      gaffe.createOrUpdateCheck({ name: "x", checkConfig: { codeContents: "", passIf: true } } as unknown as NewCheck),
    "checkConfig has no option passIf",
  ],
  ["evaluate", () => gaffe.evaluate(loose({ check: "x", datapoint_id: "y" })), "did you mean datapointId?"],
])("a misspelt option of %s is refused, with the one that was meant", async (_, call, message) => {
  await expect((async () => call())()).rejects.toThrow(message);
});

test("a misspelt option of a run, or of its checks, is refused before the run starts", async () => {
  const requests: string[] = [];
  await using server = await openServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.end('{"id":"model_1","name":"x","version":1}');
  });
  const invoke = (input: string) => ({ modelPrediction: input });
  const connected = new Gaffe({ apiKey: "gaffe_key", baseUrl: server.url });
  const model = await connected.registerModel({ name: "x", model: { type: "custom", invoke } });
  const run = (options: object) => model.runTest(loose({ name: "r", scenario: "s", ...options }));
  await expect(run({ allowSkiped: [] })).rejects.toThrow(
    "runTest has no option allowSkiped: did you mean allowSkipped?",
  );
  await expect(run({ checks: [{ check: "is_json", option: {} }] })).rejects.toThrow("did you mean options?");
  await expect(run({ checks: [{ name: "mine", evaluate: () => 1, pass_from: 1 }] })).rejects.toThrow(
    "the check mine has no option pass_from: did you mean passFrom?",
  );
  await expect(run({ checks: [() => true] })).rejects.toThrow("a function as a check needs a name");
  await expect(model.resumeTest("run_1", loose({ check: [] }))).rejects.toThrow("did you mean checks?");
  expect(requests).toEqual(["POST /api/v1/models"]);
});

test.each([
  ["citesASource", "cites_a_source"],
  ["parsesHTMLWell", "parses_html_well"],
  ["is_short", "is_short"],
])("the function %s is the check %s", (name, check) => {
  const evaluate = { [name]: () => true }[name];
  if (evaluate) expect(requestedCheck(evaluate)).toMatchObject({ check, local: { direction: "neutral" } });
});

/** Compiled, not called: the lines that must not compile are marked. */
export async function typesFollowFromCode() {
  interface Ticket {
    readonly text: string;
    readonly priority: number;
  }
  const tickets = await gaffe.createScenarioSet({
    name: "Tickets",
    seedData: [{ input: { text: "a", priority: 1 }, result: "billing" }],
  });
  const texts = await gaffe.createScenarioSet({
    name: "Texts",
    seedData: [{ input: "a" }, { input: "b", result: ["c"] }],
  });
  const invoke = (ticket: Ticket, _expected: string) =>
    ticket.priority > 1 ? { modelPrediction: { label: "urgent" } } : { modelPrediction: 3 };
  const model = await gaffe.registerModel({ name: "Tickets", model: { type: "custom", invoke } });
  const priority = ({ scenarioInput }: CheckSubject<Ticket>) => scenarioInput.priority > 1;
  const any: LocalCheck = { name: "any", evaluate: ({ modelOutput }) => JSON.stringify(modelOutput).length, passTo: 3 };
  const run = await model.runTest({
    name: "r",
    scenario: tickets,
    checks: [
      priority,
      any,
      "is_json",
      { name: "number", evaluate: ({ modelOutput }) => typeof modelOutput === "number" },
    ],
  });
  await model.runTest({ name: "r", scenario: "Tickets" });
  await model.runTest({ name: "r", scenario: await gaffe.getScenarioSet("Tickets") });
  // @ts-expect-error The inputs of this set are texts, and the model takes tickets.
  await model.runTest({ name: "r", scenario: texts });
  // @ts-expect-error There is no such option.
  await model.runTest({ name: "r", scenario: tickets, allowSkiped: [] });
  // @ts-expect-error The code returns no modelPrediction.
  await gaffe.registerModel({ name: "x", model: { type: "custom", invoke: () => ({ prediction: 1 }) } });
  const [row] = await gaffe.getTestRunRows(run);
  const output: number | { readonly label: string } | undefined = row?.prediction;
  const expected: string | null | undefined = row?.expected;
  const [seed] = await gaffe.getScenarioDataPoints(tickets);
  const [untyped] = await gaffe.getTestRunRows("run_1");
  const total: number = run.progress.total + (run.metrics?.checks[0]?.passRate ?? 0);
  const batch = await gaffe.registerModel({
    name: "Batch",
    model: {
      type: "custom_batch",
      invokeBatch: (rows: readonly { id: string; inputValue: string }[]) =>
        rows.map(({ id, inputValue }) => ({ id, modelInvocation: { modelPrediction: inputValue.length } })),
    },
  });
  const batchRun = await batch.runTest({ name: "b", scenario: texts });
  const [lengths] = await gaffe.getTestRunRows(batchRun);
  const length: number | undefined = lengths?.prediction;
  return [output, expected, seed?.input.priority, untyped?.input === null, total, run.ended, length];
}
