import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Gaffe,
  type GaffeError,
  type LocalCheck,
  type ModelInvocation,
  TestRunType,
} from "../../../sdk/typescript/src/index.ts";
import { openServer } from "../../support/receivers/open-server.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { eventually } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: folder.path });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const client = (changes: object = {}) => new Gaffe({ apiKey: service.token, baseUrl: service.url, ...changes });

describe("an offline flow in TypeScript", () => {
  test("scenario set, model, run: metrics and link are returned, whatever a row does", async () => {
    const gaffe = client();
    const scenario = await gaffe.createScenarioSet({
      name: "Refunds",
      projectId: "global",
      seedData: ["1", "2", "3", "4"].map((order) => ({
        input: `Refund order ${order}`,
        result: { name: "refund", parameter_definitions: { order: { value: order, type: "string", required: true } } },
      })),
    });
    expect(scenario).toMatchObject({ name: "Refunds", version: 1, rows: 4 });
    expect(await gaffe.getScenarioDataPoints(scenario)).toHaveLength(4);

    const seen: string[] = [];
    const invoke = (input: string): ModelInvocation => {
      seen.push(input);
      if (input.endsWith("3")) throw new Error("the agent gave up");
      const order = input.endsWith("4") ? "five" : input.slice(-1);
      return { modelPrediction: { tool_calls: [{ name: "refund", parameters: { order } }] }, modelInput: input };
    };
    const model = await gaffe.registerModel({ name: "Agent", model: { type: "custom", invoke }, update: true });
    const progress: number[] = [];
    const run = await model.runTest({
      name: "Nightly",
      projectId: "global",
      scenario,
      type: TestRunType.NL_GENERATION,
      calculateMetrics: true,
      checks: ["is_function_correct", { check: "do_param_values_match" }],
      concurrency: 3,
      onProgress: ({ done }) => progress.push(done),
    });
    expect(run).toMatchObject({ state: "finished", appLink: `${service.url}/p/global/test-runs/${run.id}` });
    expect(run.metrics).toMatchObject({ rows: 4, errors: 1 });
    expect(run.metrics?.checks.map(({ check, passed, failed }) => [check, passed, failed])).toEqual([
      ["is_function_correct", 3, 0],
      ["do_param_values_match", 2, 1],
    ]);
    expect(seen.toSorted()).toEqual(["Refund order 1", "Refund order 2", "Refund order 3", "Refund order 4"]);
    expect(Math.max(...progress)).toBe(4);
    expect((await gaffe.findTestRuns()).map(({ id }) => id)).toEqual([run.id]);
  });

  test("a set is generated, downloaded and uploaded again", async () => {
    const gaffe = client();
    await gaffe.createScenarioSet({
      name: "Seeds",
      seedData: [{ input: "I do not receive it", result: "delivery" }],
    });
    const made = await gaffe.generateScenarioSet({
      name: "Misspelt",
      scenario: "Seeds",
      type: "COMMON_MISSPELLINGS",
    });
    const file = await gaffe.downloadScenarioSet(made);
    expect(file).toBe('{"input":"I do not recieve it","result":"delivery"}\n');
    const again = await gaffe.uploadScenarioSet({ name: "Misspelt again", content: file });
    expect(await gaffe.getScenarioDataPoints(again)).toMatchObject([{ input: "I do not recieve it" }]);
    const table = join(folder.path, "table.csv");
    // As a spreadsheet writes it.
    writeFileSync(table, '\uFEFFinput,result\r\n"Is it ""new""?",yes\r\n\r\n');
    const read = await gaffe.uploadScenarioSet({ name: "Table", filePath: table });
    expect(await gaffe.getScenarioDataPoints(read)).toMatchObject([{ input: 'Is it "new"?', result: "yes" }]);
    await expect(gaffe.uploadScenarioSet({ name: "None", filePath: `${table}x` })).rejects.toThrow("cannot be read");
  });
});

describe("checks, monitors and datapoints in TypeScript", () => {
  test("checks that are functions run here; their verdicts are recorded with the run and compared by version", async () => {
    const gaffe = client();
    const scenario = await gaffe.createScenarioSet({
      name: "Own checks",
      seedData: [
        { input: "a", result: "A" },
        { input: "b", result: "B" },
        { input: "c", result: "C" },
      ],
    });
    const invoke = (input: string) => {
      if (input === "c") throw new Error("no answer");
      return { modelPrediction: `<${input}>`, modelOutputMetadata: { length: input.length } };
    };
    const model = await gaffe.registerModel({ name: "Own checks", model: { type: "custom", invoke } });
    const names_it: LocalCheck = {
      name: "names_it",
      evaluate: ({ modelOutput: output, scenarioResult: wanted }) => ({
        value: (output as string).includes((wanted as string).toLowerCase()) && wanted === "A",
        explanation: `looked for ${wanted as string}`,
        evidence: [output as string, "nobody said this"],
      }),
    };
    const checks: LocalCheck[] = [
      names_it,
      { name: "is_short", evaluate: ({ metadata }) => (metadata as { length: number }).length, passTo: 3 },
      { name: "says_nothing", evaluate: () => ({ skip: "not for this" }) },
      { name: "has_no_limit", evaluate: () => 3 },
      { name: "throws", evaluate: () => Promise.reject(new TypeError("it is broken")) },
    ];
    const options = { scenario, checks: ["is_json", ...checks] };
    const run = await model.runTest({ name: "First", ...options });
    expect(
      run.metrics?.checks.map(({ check, passed, failed, skipped, broken }) => [check, passed, failed, skipped, broken]),
    ).toEqual([
      ["is_json", 0, 2, 1, 0],
      ["names_it", 1, 1, 1, 0],
      ["is_short", 2, 0, 1, 0],
      ["says_nothing", 0, 0, 3, 0],
      ["has_no_limit", 0, 0, 1, 2],
      ["throws", 0, 0, 1, 2],
    ]);
    const [row, other] = await gaffe.getTestRunRows(run);
    const verdictOf = (name: string) => row?.verdicts.find(({ check }) => check === name);
    expect(verdictOf("names_it")).toMatchObject({
      state: "passed",
      value: true,
      explanation: "looked for A",
      evidence: [{ target: "output", start: 0, end: 3, text: "<a>" }],
    });
    expect(verdictOf("is_short")).toMatchObject({ state: "passed", value: 1 });
    expect(verdictOf("says_nothing")).toMatchObject({ state: "skipped", reason: "not for this" });
    expect(verdictOf("has_no_limit")?.reason).toContain("passFrom or passTo");
    expect(verdictOf("throws")?.reason).toBe("it threw: TypeError: it is broken");
    expect(other?.verdicts.find(({ check }) => check === "names_it")?.state).toBe("failed");

    const again = await model.runTest({ name: "Again", ...options });
    const otherwise = await model.runTest({
      name: "Otherwise",
      scenario,
      checks: [{ ...names_it, evaluate: () => true }],
    });
    const { checks: compared } = await gaffe.compare(run, [again, otherwise]);
    expect(compared.filter(({ check }) => check === "names_it")).toMatchObject([
      { runId: again.id, matched: 2, otherVersion: 0 },
      { runId: otherwise.id, matched: 0, otherVersion: 2 },
    ]);
  });

  test("checks are uploaded, listed, evaluated, changed and deleted", async () => {
    const gaffe = client();
    const short = { name: "short_answer", description: "At most ten characters" };
    const codeContents = "export default ({ output }) => output.length <= 10";
    const made = await gaffe.createOrUpdateCheck({ ...short, checkConfig: { codeContents } });
    expect(made).toMatchObject({ name: "short_answer", custom: { number: 1 } });
    const next = await gaffe.createOrUpdateCheck({
      ...short,
      checkConfig: {
        codeContents: "export default ({ output }) => output.length",
        type: "score",
        min: 0,
        max: 1000,
        passTo: 12,
      },
    });
    expect(next).toMatchObject({ custom: { number: 2 }, definition: { output: { type: "score", passTo: 12 } } });
    expect((await gaffe.getAllChecks({ custom: true })).map(({ name }) => name)).toEqual(["short_answer"]);
    expect((await gaffe.getAllChecks()).length).toBeGreaterThan(100);
    expect(await gaffe.getCheck("is_json")).toMatchObject({ name: "is_json", kind: "code" });
    const datapoint = { input: "How much?", output: "Twelve euros, please" };
    expect(await gaffe.evaluate({ check: "short_answer", datapoint })).toMatchObject({ state: "failed", value: 20 });
    expect(
      await gaffe.evaluate({ check: "short_answer", datapoint: { ...datapoint, output: "12 euros" } }),
    ).toMatchObject({ state: "passed" });
    const { definition } = made;
    if (definition === undefined) throw new Error("a check of the project has a definition");
    const draft = { name: "brief", title: "Brief answer", description: "At most ten characters", definition };
    const saved = await gaffe.createOrUpdateCheck({ ...draft, problems: [], model: "gpt-4o" });
    expect(saved).toMatchObject({ name: "brief", title: draft.title, description: draft.description });
    await gaffe.deleteCheck("brief");
    await gaffe.deleteCheck("short_answer");
    expect(await gaffe.getAllChecks({ custom: true })).toEqual([]);
  });

  test("monitors are made, found by name, changed and deleted", async () => {
    const gaffe = client();
    const made = await gaffe.createMonitor({ name: "Refund talk", condition: "input:refund", checks: ["is_json"] });
    expect(made).toMatchObject({ enabled: true, sampleRate: 1, checks: [{ check: "is_json" }] });
    const changed = await gaffe.updateMonitor("Refund talk", { sampleRate: 0.5, cooldownMinutes: 30 });
    expect(changed).toMatchObject({ id: made.id, sampleRate: 0.5, cooldownMinutes: 30 });
    await expect(gaffe.updateMonitor(made, { enabled: false })).rejects.toThrow("somebody else changed it");
    expect(await gaffe.updateMonitor(changed, { cooldownMinutes: null })).not.toHaveProperty("cooldownMinutes");
    await gaffe.deleteMonitor("Refund talk");
    await expect(gaffe.getMonitor("Refund talk")).rejects.toThrow("there is no monitor Refund talk; there are:");
  });

  test("completions that were collected are uploaded, and found", async () => {
    const gaffe = client();
    const content =
      '{"input": "Where is order 1?", "output": "On its way", "tags": ["collected"]}\n\n{"input": "2", "tags": ["collected"]}\n';
    const recorded = await gaffe.uploadDatapoints({ content });
    expect(recorded).toHaveLength(2);
    const found = await eventually(
      () => gaffe.findDatapoints({ q: "tag:collected" }),
      (items) => items.length === 2,
    );
    expect(found.map(({ id }) => id).toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
    expect(await gaffe.getDatapoint(recorded[0]?.id ?? "")).toMatchObject({ tags: ["collected"] });
    await expect(gaffe.uploadDatapoints({ content: '{"input": "a"}\n{"input"' })).rejects.toThrow("line 2 is not JSON");
  });
});

describe("judges, issues and feedback in TypeScript", () => {
  test("judges are made, changed, tested and deleted", async () => {
    const gaffe = client();
    const judge = { name: "Mini", baseUrl: "http://127.0.0.1:9/v1", model: "gpt-4.1-mini", key: "sk-judge" };
    const made = await gaffe.createJudge(judge);
    expect(made).toMatchObject({ name: "Mini", hasKey: true });
    expect(await gaffe.updateJudge(made, { temperature: 0.5 })).toMatchObject({ temperature: 0.5 });
    expect(await gaffe.getJudge(made.id)).toMatchObject({ model: "gpt-4.1-mini" });
    expect((await gaffe.testJudge(made)).ok).toBe(false);
    expect(await gaffe.getJudges()).toHaveLength(1);
    await gaffe.deleteJudge(made);
    expect(await gaffe.getJudges()).toEqual([]);
  });

  test("issues are found and changed, and a person corrects a verdict", async () => {
    const gaffe = client();
    await gaffe.createMonitor({ name: "Refusals", condition: "tag:issue", checks: ["model_refusal"] });
    const output = "I'm sorry, but I can't help with that request.";
    await gaffe.addDatapoints(["1", "2"].map((order) => ({ input: `Refund ${order}`, output, tags: ["issue"] })));
    const [issue] = await eventually(
      () => gaffe.findIssues({ q: "check:model_refusal" }),
      ([found]) => found?.occurrences === 2,
    );
    const { number = 0, sampleDatapointId: datapointId = "" } = issue ?? {};
    expect(await gaffe.getIssue(number)).toMatchObject({ id: issue?.id, occurrences: 2 });
    expect(await gaffe.getIssueOccurrences(number)).toHaveLength(2);
    expect(await gaffe.getSimilarIssues(number)).toMatchObject({
      items: [{ issue: { check: "model_refusal" } }],
    });
    expect(await gaffe.updateIssue(number, { state: "resolved", note: "done" })).toMatchObject({ state: "resolved" });
    const open = await gaffe.findIssues({ q: "check:model_refusal", state: "open" });
    expect(open.map(({ id }) => id)).not.toContain(issue?.id);
    await gaffe.feedback({ datapointId, rating: "down", comment: "Rude", userId: "u1" });
    await eventually(
      () => gaffe.findDatapoints({ q: "tag:issue feedback:down" }),
      ({ length }) => length === 1,
    );
    expect((await gaffe.getDatapoint(datapointId)).feedback).toMatchObject([{ rating: "down", comment: "Rude" }]);
    await expect(gaffe.feedback({ responseId: "a", ratin: "up" } as object)).rejects.toThrow("ratin");
    const label = await gaffe.labelVerdict({
      datapointId,
      check: "model_refusal",
      label: "passed",
      note: "it was right",
    });
    expect(label).toMatchObject({ label: "passed", verdict: "failed" });
    expect(await gaffe.getLabels({ datapointId })).toEqual([label]);
    await gaffe.deleteLabel(label);
    expect(await gaffe.getLabels({ datapointId })).toEqual([]);
  });
});

describe("error messages give advice", () => {
  const mistakeOf = async (act: () => Promise<unknown>) =>
    act().then(
      () => undefined,
      (thrown: GaffeError) => thrown,
    );
  const seedData = [{ input: "a", result: "b" }];

  test("no key, a wrong key, another project", async () => {
    expect(() => new Gaffe({ apiKey: "", baseUrl: service.url })).toThrow("pass apiKey, or set GAFFE_TOKEN");
    const wrong = await mistakeOf(() => client({ apiKey: "gaffe_wrong" }).createScenarioSet({ name: "x", seedData }));
    expect(wrong).toMatchObject({ status: 401, message: expect.stringContaining("Settings > API Token") });
    const elsewhere = await mistakeOf(() => client().createScenarioSet({ name: "x", seedData, projectId: "other" }));
    expect(elsewhere?.message).toContain("the token belongs to the project global, not other");
  });

  test("nothing to try, a name twice, a check that is misspelt", async () => {
    const empty = await mistakeOf(() => client().createScenarioSet({ name: "x", seedData: [] }));
    expect(empty?.message).toContain("Non-empty seed data is required to create a scenario set");
    const { id } = await client().createScenarioSet({ name: "Twice", seedData });
    expect(await client().createScenarioSet({ name: "Twice", seedData })).toMatchObject({ id, version: 1 });
    const others = [...seedData, { input: "another" }];
    const twice = await mistakeOf(() => client().createScenarioSet({ name: "Twice", seedData: others }));
    expect(twice).toMatchObject({ status: 409, field: "name" });
    const invoke = () => ({ modelPrediction: "x" });
    const model = await client().registerModel({ name: "M", model: { type: "custom", invoke } });
    const misspelt = await mistakeOf(() => model.runTest({ name: "r", scenario: "Twice", checks: ["is_jsn"] }));
    expect(misspelt?.message).toContain("did you mean is_json?");
  });

  test("concurrency 0, and a local check with the name of a built-in one", async () => {
    const gaffe = client();
    const invoke = () => ({ modelPrediction: "x" });
    const model = await gaffe.registerModel({ name: "M", model: { type: "custom", invoke } });
    const options = { name: "r", scenario: "Twice" };
    expect((await mistakeOf(() => model.runTest({ ...options, concurrency: 0 })))?.message).toContain(
      "1 or more, not 0. Leave it out for 8",
    );
    const taken = await mistakeOf(() =>
      model.runTest({ ...options, checks: [{ name: "is_json", evaluate: () => true }] }),
    );
    expect(taken).toMatchObject({ status: 409, field: "checks.0.check" });
    const camel = await mistakeOf(() =>
      model.runTest({ ...options, checks: [{ name: "isFine", evaluate: () => true }] }),
    );
    expect(camel).toMatchObject({ status: 400, message: expect.stringContaining("snake case") });
  });

  test("a write under a key that is in use is retried until its response is there; a redirect is not followed", async () => {
    const keys: unknown[] = [];
    await using server = await openServer((request, response) => {
      keys.push(request.headers["idempotency-key"]);
      request.resume();
      const problem = '{"type": "/problems/key-in-use", "detail": "wait for the first request to end"}';
      if (keys.length < 3) response.writeHead(409, { "content-type": "application/problem+json" }).end(problem);
      else if (keys.length === 3) response.end('{"id":"set_1","name":"x","version":1,"rows":1,"tags":[],"appLink":""}');
      else response.writeHead(302, { location: "http://elsewhere.example/" }).end();
    });
    const gaffe = client({ baseUrl: server.url });
    expect(await gaffe.createScenarioSet({ name: "x", seedData })).toMatchObject({ id: "set_1" });
    expect(new Set(keys).size).toBe(1);
    expect((await mistakeOf(() => gaffe.getScenarioSet("x")))?.message).toContain(
      "redirects to http://elsewhere.example/",
    );
    expect(keys).toHaveLength(4);
  });

  test("a service that is not there", async () => {
    const gone = client({ baseUrl: "http://127.0.0.1:9", retries: 1 });
    expect((await mistakeOf(() => gone.findTestRuns()))?.message).toContain("Is Gaffe running there?");
  });
});

test("the package is built to JavaScript with types, and a plain program uses it", () => {
  using workFolder = temporaryFolder();
  const built = spawnSync("npx", ["tsc", "-p", "sdk/typescript", "--outDir", join(workFolder.path, "dist")], {
    encoding: "utf8",
  });
  expect(built.stdout + built.stderr).not.toContain("error TS");
  mkdirSync(join(workFolder.path, "app"));
  const program = `import { Gaffe } from "../dist/sdk/typescript/src/index.js";
    const [set] = await new Gaffe({}).getScenarioSets();
    console.log(set.rows > 0);`;
  writeFileSync(join(workFolder.path, "package.json"), '{"type":"module"}');
  writeFileSync(join(workFolder.path, "app", "main.js"), program);
  const env = { PATH: process.env["PATH"] ?? "", GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url };
  const ran = spawnSync(process.execPath, [join(workFolder.path, "app", "main.js")], { encoding: "utf8", env });
  expect(ran.stdout.trim() + ran.stderr).toBe("true");
});
