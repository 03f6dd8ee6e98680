import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Gaffe,
  type GaffeError,
  type LocalCheck,
  type ModelInvocation,
  TestRunType,
} from "../../../sdk/typescript/src/index.ts";
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

const client = (changes: object = {}) => new Gaffe({ api_key: service.token, base_url: service.url, ...changes });

describe("an offline flow in TypeScript", () => {
  test("scenario set, model, run: metrics and link are returned, whatever a row does", async () => {
    const gaffe = client();
    const scenario = await gaffe.create_scenario_set({
      name: "Refunds",
      project_id: "global",
      seed_data: ["1", "2", "3", "4"].map((order) => ({
        input: `Refund order ${order}`,
        result: { name: "refund", parameter_definitions: { order: { value: order, type: "string", required: true } } },
      })),
    });
    expect(scenario).toMatchObject({ name: "Refunds", version: 1, rows: 4 });
    expect(await gaffe.get_scenario_data_points(scenario)).toHaveLength(4);

    const seen: string[] = [];
    const invoke = (input: string): ModelInvocation => {
      seen.push(input);
      if (input.endsWith("3")) throw new Error("the agent gave up");
      const order = input.endsWith("4") ? "five" : input.slice(-1);
      return { model_prediction: { tool_calls: [{ name: "refund", parameters: { order } }] }, model_input: input };
    };
    const model = await gaffe.register_model({ name: "Agent", models: { type: "custom", invoke }, update: true });
    const progress: number[] = [];
    const run = await model.run_test({
      name: "Nightly",
      project_id: "global",
      scenario,
      type: TestRunType.NL_GENERATION,
      calculate_metrics: true,
      checks: ["is_function_correct", { check: "do_param_values_match" }],
      concurrency: 3,
      on_progress: ({ done }) => progress.push(done),
    });
    expect(run).toMatchObject({ state: "finished", app_link: `${service.url}/p/global/test-runs/${run.id}` });
    expect(run.model_metrics).toMatchObject({ rows: 4, errors: 1 });
    expect(run.model_metrics?.checks.map(({ check, passed, failed }) => [check, passed, failed])).toEqual([
      ["is_function_correct", 3, 0],
      ["do_param_values_match", 2, 1],
    ]);
    expect(seen.toSorted()).toEqual(["Refund order 1", "Refund order 2", "Refund order 3", "Refund order 4"]);
    expect(Math.max(...progress)).toBe(4);
    expect((await gaffe.find_test_runs()).map(({ id }) => id)).toEqual([run.id]);
  });

  test("a set is generated, downloaded and uploaded again", async () => {
    const gaffe = client();
    await gaffe.create_scenario_set({
      name: "Seeds",
      seed_data: [{ input: "I do not receive it", result: "delivery" }],
    });
    const made = await gaffe.generate_scenario_set({
      name: "Misspelt",
      source_scenario: "Seeds",
      generation_type: "COMMON_MISSPELLINGS",
    });
    const file = await gaffe.download_scenario_set(made);
    expect(file).toBe('{"input":"I do not recieve it","result":"delivery"}\n');
    const again = await gaffe.upload_scenario_set({ name: "Misspelt again", content: file });
    expect(await gaffe.get_scenario_data_points(again)).toMatchObject([{ input: "I do not recieve it" }]);
    const table = join(folder.path, "table.csv");
    // As a spreadsheet writes it.
    writeFileSync(table, '\uFEFFinput,result\r\n"Is it ""new""?",yes\r\n\r\n');
    const read = await gaffe.upload_scenario_set({ name: "Table", file_path: table });
    expect(await gaffe.get_scenario_data_points(read)).toMatchObject([{ input: 'Is it "new"?', result: "yes" }]);
    await expect(gaffe.upload_scenario_set({ name: "None", file_path: `${table}x` })).rejects.toThrow("cannot be read");
  });
});

describe("checks, monitors and datapoints in TypeScript", () => {
  test("checks that are functions run here; their verdicts are recorded with the run and compared by version", async () => {
    const gaffe = client();
    const scenario = await gaffe.create_scenario_set({
      name: "Own checks",
      seed_data: [
        { input: "a", result: "A" },
        { input: "b", result: "B" },
        { input: "c", result: "C" },
      ],
    });
    const invoke = (input: string) => {
      if (input === "c") throw new Error("no answer");
      return { model_prediction: `<${input}>`, model_output_metadata: { length: input.length } };
    };
    const model = await gaffe.register_model({ name: "Own checks", models: { type: "custom", invoke } });
    const names_it: LocalCheck = {
      name: "names_it",
      evaluate: ({ model_output: output, scenario_result: wanted }) => ({
        value: (output as string).includes((wanted as string).toLowerCase()) && wanted === "A",
        explanation: `looked for ${wanted as string}`,
        evidence: [output as string, "nobody said this"],
      }),
    };
    const checks: LocalCheck[] = [
      names_it,
      { name: "is_short", evaluate: ({ metadata }) => (metadata as { length: number }).length, pass_to: 3 },
      { name: "says_nothing", evaluate: () => ({ skip: "not for this" }) },
      { name: "has_no_limit", evaluate: () => 3 },
      { name: "throws", evaluate: () => Promise.reject(new TypeError("it is broken")) },
    ];
    const options = { scenario, checks: ["is_json", ...checks] };
    const run = await model.run_test({ name: "First", ...options });
    expect(
      run.model_metrics?.checks.map(({ check, passed, failed, skipped, broken }) => [
        check,
        passed,
        failed,
        skipped,
        broken,
      ]),
    ).toEqual([
      ["is_json", 0, 2, 1, 0],
      ["names_it", 1, 1, 1, 0],
      ["is_short", 2, 0, 1, 0],
      ["says_nothing", 0, 0, 3, 0],
      ["has_no_limit", 0, 0, 1, 2],
      ["throws", 0, 0, 1, 2],
    ]);
    const [row, other] = await gaffe.get_test_run_rows(run);
    const verdictOf = (name: string) => row?.verdicts.find(({ check }) => check === name);
    expect(verdictOf("names_it")).toMatchObject({
      state: "passed",
      value: true,
      explanation: "looked for A",
      evidence: [{ target: "output", start: 0, end: 3, text: "<a>" }],
    });
    expect(verdictOf("is_short")).toMatchObject({ state: "passed", value: 1 });
    expect(verdictOf("says_nothing")).toMatchObject({ state: "skipped", reason: "not for this" });
    expect(verdictOf("has_no_limit")?.reason).toContain("pass_from or pass_to");
    expect(verdictOf("throws")?.reason).toBe("it threw: TypeError: it is broken");
    expect(other?.verdicts.find(({ check }) => check === "names_it")?.state).toBe("failed");

    const again = await model.run_test({ name: "Again", ...options });
    const otherwise = await model.run_test({
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
    const code_contents = "export default ({ output }) => output.length <= 10";
    const made = await gaffe.create_or_update_check({ ...short, check_config: { code_contents } });
    expect(made).toMatchObject({ name: "short_answer", custom: { number: 1 } });
    const next = await gaffe.create_or_update_check({
      ...short,
      check_config: {
        code_contents: "export default ({ output }) => output.length",
        type: "score",
        min: 0,
        max: 1000,
        pass_to: 12,
      },
    });
    expect(next).toMatchObject({ custom: { number: 2 }, definition: { output: { type: "score", passTo: 12 } } });
    expect((await gaffe.get_all_checks({ custom: true })).map(({ name }) => name)).toEqual(["short_answer"]);
    expect((await gaffe.get_all_checks()).length).toBeGreaterThan(100);
    expect(await gaffe.get_check("is_json")).toMatchObject({ name: "is_json", kind: "code" });
    const datapoint = { input: "How much?", output: "Twelve euros, please" };
    expect(await gaffe.evaluate({ check: "short_answer", datapoint })).toMatchObject({ state: "failed", value: 20 });
    expect(
      await gaffe.evaluate({ check: "short_answer", datapoint: { ...datapoint, output: "12 euros" } }),
    ).toMatchObject({ state: "passed" });
    await gaffe.delete_check("short_answer");
    expect(await gaffe.get_all_checks({ custom: true })).toEqual([]);
  });

  test("monitors are made, found by name, changed and deleted", async () => {
    const gaffe = client();
    const made = await gaffe.create_monitor({ name: "Refund talk", condition: "input:refund", checks: ["is_json"] });
    expect(made).toMatchObject({ enabled: true, sampleRate: 1, checks: [{ check: "is_json" }] });
    const changed = await gaffe.update_monitor("Refund talk", { sampleRate: 0.5, cooldownMinutes: 30 });
    expect(changed).toMatchObject({ id: made.id, sampleRate: 0.5, cooldownMinutes: 30 });
    await expect(gaffe.update_monitor(made, { enabled: false })).rejects.toThrow("somebody else changed it");
    expect(await gaffe.update_monitor(changed, { cooldownMinutes: null })).not.toHaveProperty("cooldownMinutes");
    await gaffe.delete_monitor("Refund talk");
    await expect(gaffe.get_monitor("Refund talk")).rejects.toThrow("there is no monitor Refund talk; there are:");
  });

  test("completions that were collected are uploaded, and found", async () => {
    const gaffe = client();
    const content =
      '{"input": "Where is order 1?", "output": "On its way", "tags": ["collected"]}\n\n{"input": "2", "tags": ["collected"]}\n';
    const recorded = await gaffe.upload_datapoints({ content });
    expect(recorded).toHaveLength(2);
    const found = await eventually(
      () => gaffe.find_datapoints({ q: "tag:collected" }),
      (items) => items.length === 2,
    );
    expect(found.map(({ id }) => id).toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
    expect(await gaffe.get_datapoint(recorded[0]?.id ?? "")).toMatchObject({ tags: ["collected"] });
    await expect(gaffe.upload_datapoints({ content: '{"input": "a"}\n{"input"' })).rejects.toThrow(
      "line 2 is not JSON",
    );
  });
});

describe("error messages give advice", () => {
  const mistakeOf = async (act: () => Promise<unknown>) =>
    act().then(
      () => undefined,
      (thrown: GaffeError) => thrown,
    );
  const seed_data = [{ input: "a", result: "b" }];

  test("no key, a wrong key, another project", async () => {
    expect(() => new Gaffe({ api_key: "", base_url: service.url })).toThrow("pass api_key, or set GAFFE_TOKEN");
    const wrong = await mistakeOf(() =>
      client({ api_key: "gaffe_wrong" }).create_scenario_set({ name: "x", seed_data }),
    );
    expect(wrong).toMatchObject({ status: 401, message: expect.stringContaining("Settings > API Token") });
    const elsewhere = await mistakeOf(() =>
      client().create_scenario_set({ name: "x", seed_data, project_id: "other" }),
    );
    expect(elsewhere?.message).toContain("the token belongs to the project global, not other");
  });

  test("nothing to try, a name twice, a check that is misspelt", async () => {
    const empty = await mistakeOf(() => client().create_scenario_set({ name: "x", seed_data: [] }));
    expect(empty?.message).toContain("Non-empty seed data is required to create a scenario set");
    const { scenario_id } = await client().create_scenario_set({ name: "Twice", seed_data });
    expect(await client().create_scenario_set({ name: "Twice", seed_data })).toMatchObject({ scenario_id, version: 1 });
    const others = [...seed_data, { input: "another" }];
    const twice = await mistakeOf(() => client().create_scenario_set({ name: "Twice", seed_data: others }));
    expect(twice).toMatchObject({ status: 409, field: "name" });
    const invoke = () => ({ model_prediction: "x" });
    const model = await client().register_model({ name: "M", models: { type: "custom", invoke } });
    const misspelt = await mistakeOf(() => model.run_test({ name: "r", scenario: "Twice", checks: ["is_jsn"] }));
    expect(misspelt?.message).toContain("did you mean is_json?");
  });

  test("concurrency 0, and a local check with the name of a built-in one", async () => {
    const gaffe = client();
    const invoke = () => ({ model_prediction: "x" });
    const model = await gaffe.register_model({ name: "M", models: { type: "custom", invoke } });
    const options = { name: "r", scenario: "Twice" };
    expect((await mistakeOf(() => model.run_test({ ...options, concurrency: 0 })))?.message).toContain(
      "1 or more, not 0. Leave it out for 8",
    );
    const taken = await mistakeOf(() =>
      model.run_test({ ...options, checks: [{ name: "is_json", evaluate: () => true }] }),
    );
    expect(taken).toMatchObject({ status: 409, field: "checks.0.check" });
    const camel = await mistakeOf(() =>
      model.run_test({ ...options, checks: [{ name: "isFine", evaluate: () => true }] }),
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
    const gaffe = client({ base_url: server.url });
    expect(await gaffe.create_scenario_set({ name: "x", seed_data })).toMatchObject({ scenario_id: "set_1" });
    expect(new Set(keys).size).toBe(1);
    expect((await mistakeOf(() => gaffe.get_scenario_set("x")))?.message).toContain(
      "redirects to http://elsewhere.example/",
    );
    expect(keys).toHaveLength(4);
  });

  test("a service that is not there", async () => {
    const gone = client({ base_url: "http://127.0.0.1:9", retries: 1 });
    expect((await mistakeOf(() => gone.find_test_runs()))?.message).toContain("Is Gaffe running there?");
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
    const [set] = await new Gaffe({}).get_scenario_sets();
    console.log(set.rows > 0);`;
  writeFileSync(join(workFolder.path, "package.json"), '{"type":"module"}');
  writeFileSync(join(workFolder.path, "app", "main.js"), program);
  const env = { PATH: process.env["PATH"] ?? "", GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url };
  const ran = spawnSync(process.execPath, [join(workFolder.path, "app", "main.js")], { encoding: "utf8", env });
  expect(ran.stdout.trim() + ran.stderr).toBe("true");
});

/** Starts a server on loopback with the given handler. */
async function openServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
