import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Gaffe, type LocalCheck, TestRunType } from "../../../sdk/typescript/src/index.ts";
import { loopbackAllowed, openServedModels } from "../../support/providers/served-models.ts";
import { gaffeCommand } from "../../support/service/command.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { eventually } from "../../support/service/service-api.ts";
import { killBothSides, repeatedIn } from "../support/killed-flow.ts";

// Programs are started and killed, which takes long on a busy machine.
const folder = temporaryFolder();
const data = join(folder.path, "data");
let service: Service;
let provider: Awaited<ReturnType<typeof openServedModels>>;
let gaffe: Gaffe;

beforeAll(async () => {
  service = await startService({ folder: data, env: loopbackAllowed });
  provider = await openServedModels(service);
  gaffe = new Gaffe({ apiKey: service.token, baseUrl: service.url });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const predictions = async (run: { readonly id: string }) =>
  (await gaffe.getTestRunRows(run.id)).map(({ prediction, error }) => prediction ?? error);

test("a batch model gets several rows per call; rows that it leaves out count as failed", async () => {
  const sizes: number[] = [];
  const model = await gaffe.registerModel({
    name: "Batch",
    model: {
      type: "custom_batch",
      batchSize: 2,
      invokeBatch: async (batch) => {
        sizes.push(batch.length);
        if (batch[0]?.inputValue === "e") throw new RangeError("the batch is lost");
        const included = batch.filter(({ inputValue: input }) => input !== "d");
        return Promise.resolve(
          included.map(({ id, inputValue }) => ({
            id,
            modelInvocation: { modelPrediction: `<${inputValue as string}>` },
          })),
        );
      },
    },
  });
  const run = await model.runTest({ name: "Batch", scenario: "Five rows", checks: ["empty_output"], concurrency: 1 });
  expect(sizes).toEqual([2, 2, 1]);
  expect(await predictions(run)).toEqual([
    "<a>",
    "<b>",
    "<c>",
    expect.stringContaining("return one entry for each id"),
    "RangeError: the batch is lost",
  ]);
  expect(run.metrics).toMatchObject({ rows: 5, errors: 2 });
  expect((await gaffe.getModel("Batch")).definition).toEqual({ type: "custom", batchSize: 2 });
});

test("run_test waits for models that the service calls and reports progress: a provider's model, an application", async () => {
  const progress: { done: number; total: number }[] = [];
  const common = {
    scenario: "Two rows",
    checks: ["empty_output"],
    onProgress: (each: (typeof progress)[number]) => progress.push(each),
  };
  const prompt = await gaffe.registerModel({
    name: "Prompt",
    model: {
      type: "generation",
      model: "fake/small",
      temperature: 0,
      userPromptTemplate: "Say {scenario_input}",
    },
  });
  await expect(prompt.runTest({ name: "No key", ...common })).rejects.toThrow("there is no key for fake");
  const local: LocalCheck = { name: "mine", evaluate: () => true };
  const mine = { name: "Local", scenario: "Two rows", checks: [local], apiKeys: { fake: "sk-run" } };
  await expect(prompt.runTest(mine)).rejects.toThrow("mine is run where the model is called");
  const first = await prompt.runTest({ name: "Prompt", ...common, apiKeys: { fake: "sk-run" } });
  expect(await predictions(first)).toEqual(["<Say a>", "<Say b>"]);
  expect(progress.at(-1)).toEqual({ done: 2, total: 2 });
  const { id } = await prompt.submitTest({
    name: "Prompt",
    scenario: "Two rows",
    checks: ["empty_output"],
    apiKeys: { fake: "sk-run" },
  });
  await eventually(
    () => gaffe.getTestRun(id),
    ({ state }) => state === "finished",
  );
  expect((await gaffe.getProjects()).map(({ name }) => name)).toEqual(["Global"]);

  const application = await gaffe.registerModel({
    name: "Application",
    secrets: { TOKEN: "sealed" },
    model: {
      type: "http",
      startSession: { url: `${provider.url}/sessions`, sessionIdPath: "response.id" },
      nextTurn: {
        url: `${provider.url}/sessions/{session_id}`,
        headers: { authorization: "Bearer {secret.TOKEN}" },
        body: { snake_case: "{latest_message}" },
        responsePath: "response.answer.text",
      },
    },
  });
  const second = await application.runTest({ name: "Application", ...common });
  expect(await predictions(second)).toEqual(["The application on a", "The application on b"]);
  expect([first, second]).toMatchObject([{ state: "finished" }, { state: "finished" }]);
});

test("in a simulated conversation a local check sees every response and the messages before it", async () => {
  const shown: number[] = [];
  const follows: LocalCheck = {
    name: "follows",
    evaluate: ({ modelOutput: output, modelInput: before }) => {
      const messages = before as readonly { readonly content: string }[];
      shown.push(messages.length);
      return (output as string).includes(messages.at(-1)?.content ?? "?");
    },
  };
  const sessions = { started: [] as string[], ended: [] as string[] };
  const model = await gaffe.registerModel({
    name: "Talk",
    model: {
      type: "custom_multiturn",
      invoke: ({ messages }) => `You said: ${messages.at(-1)?.content}`,
      startSession: () => {
        const session = `session ${sessions.started.length}`;
        sessions.started.push(session);
        return session;
      },
      endSession: (session) => sessions.ended.push(session),
    },
  });
  const simulation = { driver: { model: "free/driver" }, firstTurn: "driver", maxTurns: 2 } as const;
  const options = { name: "Talk", scenario: "One row", type: TestRunType.MULTI_TURN, checks: [follows] };
  const whole = await model.runTest({ ...options, simulation });
  const every = await model.runTest({ ...options, simulation: { ...simulation, checksAtEveryTurn: true } });
  expect(shown).toEqual([1, 3, 1, 3]);
  expect(sessions).toEqual({ started: ["session 0", "session 1"], ended: ["session 0", "session 1"] });
  expect([whole, every].map(({ metrics }) => metrics?.checks)).toMatchObject([
    [{ check: "follows", passed: 1, broken: 0 }],
    [{ check: "follows", passed: 2, broken: 0 }],
  ]);
  const [row] = await gaffe.getTestRunRows(every);
  expect(row?.turns?.map(({ verdicts }) => verdicts.map(({ check, state }) => [check, state]))).toEqual([
    [["follows", "passed"]],
    [["follows", "passed"]],
  ]);
});

test("flows in YAML register an application behind HTTP and wait for it", async () => {
  const workFolder = join(folder.path, "yaml");
  const settings = join(workFolder, ".gaffe", "config.yml");
  mkdirSync(join(workFolder, ".gaffe"), { recursive: true });
  writeFileSync(
    settings,
    `run:
  flows:
    configs:
      - name: application
        scenario: Two rows
        model: Application in YAML
        definition:
          type: http
          nextTurn:
            url: ${provider.url}/sessions/s1
            headers: { authorization: "Bearer {secret.TOKEN}" }
            body: { snake_case: "{latest_message}" }
            responsePath: response.answer.text
        secrets: { TOKEN: "\${APPLICATION_TOKEN}" }
        concurrency: 1
        checks: [empty_output, { check: contains_any, options: { phrases: [application] } }]
`,
  );
  const env = { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url, APPLICATION_TOKEN: "sealed" };
  const ran = await gaffeCommand(["run", "--json"], { cwd: workFolder, env });
  expect(ran.stderr).toBe("");
  const { flows } = JSON.parse(ran.stdout) as { flows: { runs: { id: string; state: string }[] }[] };
  expect(flows).toMatchObject([
    { runs: [{ state: "finished", model_metrics: { checks: [{ passed: 2 }, { check: "contains_any", passed: 2 }] } }] },
  ]);
  expect(JSON.stringify(await gaffe.getModel("Application in YAML"))).not.toContain("sealed");
  expect(await predictions(flows[0]?.runs[0] ?? { id: "" })).toEqual(["The application on a", "The application on b"]);

  const other = async (before: string, after: string) => {
    const text = readFileSync(settings, "utf8");
    writeFileSync(settings, text.replace(before, after));
    const { status, stderr } = await gaffeCommand(["run"], { cwd: workFolder, env });
    writeFileSync(settings, text);
    return [status, stderr];
  };
  // A setting that the service rejects is reported with its line, like mistakes in the settings.
  expect(await other("check: contains_any", "check: contains_anny")).toEqual([
    2,
    "gaffe: .gaffe/config.yml:16:34: there is no check named contains_anny: did you mean contains_any?\n",
  ]);
  expect(await other("Two rows", "Too rows")).toEqual([
    2,
    "gaffe: .gaffe/config.yml:5:9: there is no scenario set Too rows\n",
  ]);
  expect(await other("{latest_message}", "{latest_mesage}")).toEqual([
    2,
    expect.stringMatching(/^gaffe: \.gaffe\/config\.yml:12:\d+: .*latest_message/),
  ]);
  expect(await other("concurrency: 1", "at-least: { contains_any: 1, empty_output: 1.5 }")).toEqual([
    1,
    "gaffe: the flow application failed: empty_output is 1, less than 1.5\n",
  ]);
});

test("a conversation survives a kill of its program and of the service: only turns in progress are repeated", async () => {
  const program = join(folder.path, "killed.ts");
  writeFileSync(program, killed(resolve(import.meta.dirname, "../../../sdk/typescript/src/index.ts")));
  const { again, id, calls, output } = await killBothSides({
    command: process.execPath,
    args: [program],
    folder: data,
    workFolder: folder.path,
    service,
    env: loopbackAllowed,
    holdAfter: [4, 2],
  });
  service = again;
  expect(JSON.parse(output)).toEqual(["finished", [["follows", 12]]]);
  expect(new Set(calls).size).toBe(24);
  expect(repeatedIn(calls)).toEqual([2, 2]);
  const rows = await gaffe.getTestRunRows(id);
  expect(rows.map(({ ended, turns }) => [ended, turns?.length])).toEqual(rows.map(() => ["max_turns", 2]));
});

const killed = (sdk: string) => `
import { appendFileSync, existsSync } from "node:fs";
import { Gaffe } from ${JSON.stringify(sdk)};
const { LEDGER, GO_ON, HOLD_AFTER, RUN } = process.env;
let made = 0;
const invoke = async ({ scenarioInput: input, messages, turn }) => {
  const mine = ++made;
  appendFileSync(LEDGER, input + "/" + turn + "\\n");
  while (mine > Number(HOLD_AFTER) && !existsSync(GO_ON)) await new Promise((resolve) => setTimeout(resolve, 50));
  return "You said: " + messages.at(-1).content;
};
const follows = { name: "follows", version: 1, evaluate: ({ modelOutput, modelInput }) => modelOutput.includes(modelInput.at(-1).content) };
const model = await new Gaffe().registerModel({ name: "Killed", model: { type: "custom_multiturn", invoke } });
const simulation = { driver: { model: "free/driver" }, firstTurn: "driver", maxTurns: 2 };
const asked = { name: "Killed", scenario: "Rows", type: "MULTI_TURN", simulation, checks: [follows], concurrency: 2 };
const run = RUN ? await model.resumeTest(RUN, { checks: [follows], concurrency: 2 }) : await model.runTest(asked);
console.log(JSON.stringify([run.state, run.metrics.checks.map(({ check, passed }) => [check, passed])]));
`;
