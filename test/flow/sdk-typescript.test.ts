import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Gaffe, type GaffeError, type ModelInvocation, TestRunType } from "../../sdk/typescript/src/index.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type Service, startService } from "../support/service.ts";

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
  test("scenario set, model, run: the metrics and the link come back, whatever a row does", async () => {
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
  });
});

describe("mistakes say what to do", () => {
  const mistakeOf = async (act: () => Promise<unknown>) =>
    act().then(
      () => undefined,
      (thrown: GaffeError) => thrown,
    );
  const seed_data = [{ input: "a", result: "b" }];

  test("no key, a wrong key, another project", async () => {
    expect(() => new Gaffe({ api_key: "", base_url: service.url })).toThrow("pass api_key, or set GAFFE_API_KEY");
    const wrong = await mistakeOf(() =>
      client({ api_key: "gaffe_wrong" }).create_scenario_set({ name: "x", seed_data }),
    );
    expect(wrong).toMatchObject({ status: 401, message: expect.stringContaining("Settings > API tokens") });
    const elsewhere = await mistakeOf(() =>
      client().create_scenario_set({ name: "x", seed_data, project_id: "other" }),
    );
    expect(elsewhere?.message).toContain("the token belongs to the project global, not other");
  });

  test("nothing to try, a name twice, a check that is misspelt", async () => {
    const empty = await mistakeOf(() => client().create_scenario_set({ name: "x", seed_data: [] }));
    expect(empty?.message).toContain("Non-empty seed data is required to create a scenario set");
    await client().create_scenario_set({ name: "Twice", seed_data });
    const twice = await mistakeOf(() => client().create_scenario_set({ name: "Twice", seed_data }));
    expect(twice).toMatchObject({ status: 409, field: "name" });
    const invoke = () => ({ model_prediction: "x" });
    const model = await client().register_model({ name: "M", models: { type: "custom", invoke } });
    const misspelt = await mistakeOf(() => model.run_test({ name: "r", scenario: "Twice", checks: ["is_jsn"] }));
    expect(misspelt?.message).toContain("did you mean is_json?");
  });

  test("a service that is not there", async () => {
    const gone = client({ base_url: "http://127.0.0.1:9", retries: 1 });
    expect((await mistakeOf(() => gone.find_test_runs()))?.message).toContain("Is Gaffe running there?");
  });
});

test("the package is built to JavaScript with types, and a plain program uses it", () => {
  using place = temporaryFolder();
  const built = spawnSync("npx", ["tsc", "-p", "sdk/typescript", "--outDir", join(place.path, "dist")], {
    encoding: "utf8",
  });
  expect(built.stdout + built.stderr).not.toContain("error TS");
  mkdirSync(join(place.path, "app"));
  const program = `import { Gaffe } from "../dist/index.js";
    const [set] = await new Gaffe({}).get_scenario_sets();
    console.log(set.rows > 0);`;
  writeFileSync(join(place.path, "package.json"), '{"type":"module"}');
  writeFileSync(join(place.path, "app", "main.js"), program);
  const env = { PATH: process.env["PATH"] ?? "", GAFFE_API_KEY: service.token, GAFFE_BASE_URL: service.url };
  const ran = spawnSync(process.execPath, [join(place.path, "app", "main.js")], { encoding: "utf8", env });
  expect(ran.stdout.trim() + ran.stderr).toBe("true");
});
