import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pythonFlow } from "../../../cli/src/templates/python-flow.ts";
import { installPythonSdk, pythonTools, typeMistakes } from "../../support/clients/python-sdk.ts";
import { isMissing, reason } from "../../support/clients/tool-cache.ts";
import { blocksOf } from "../../support/data/page-blocks.ts";
import { loopbackAllowed, openServedModels } from "../../support/providers/served-models.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { killBothSides, repeatedIn } from "../support/killed-flow.ts";

const cli = resolve(import.meta.dirname, "../../../cli/src/main.ts");
const flows = resolve(import.meta.dirname, "../../fixtures/python-flows");
const flowPages = readdirSync(resolve(import.meta.dirname, "../../../docs/flows")).filter(
  (name) => name !== "README.md",
);
const folder = temporaryFolder();
let service: Service;
let provider: Awaited<ReturnType<typeof openServedModels>>;
let environment = "";

describe.skipIf(isMissing(pythonTools))(`the Python SDK${reason(pythonTools)}`, () => {
  beforeAll(async () => {
    const [started, installed] = await Promise.all([
      startService({ folder: join(folder.path, "data"), env: loopbackAllowed }),
      installPythonSdk(folder.path, ["numpy", "pandas"]),
    ]);
    service = started;
    provider = await openServedModels(service);
    ({ environment } = installed);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const python = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    ran(join(environment, "bin", "python"), args, env);

  test("scenario set, model, run: metrics and link are returned, whatever a row does", async () => {
    const { stdout, stderr } = await python([join(flows, "refunds.py")]);
    expect(stderr).toBe("");
    const result = JSON.parse(stdout) as Record<string, unknown>;
    const { id } = result["run"] as { id: string };
    expect(result).toEqual({
      set: ["Refunds", 1, 4, ["nightly"]],
      inputs: ["Refund order 1", "Refund order 2", "Refund order 3", "Refund order 4"],
      seen: ["Refund order 1", "Refund order 2", "Refund order 3", "Refund order 4"],
      progress: [4, 4],
      run: { id, state: "finished", app_link: `${service.url}/p/global/test-runs/${id}`, rows: 4, errors: 1 },
      checks: [
        ["is_function_correct", 3, 0],
        ["do_param_values_match", 2, 1],
      ],
      found: [id],
      again: [id, "finished"],
    });
  });

  test("async models, repeats and a comparison with the run before", async () => {
    const { stdout, stderr } = await python([join(flows, "compare.py")]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      loops: 1,
      accuracy: [0.5, 1],
      outcomes: { both_passed: 2, improved: 2, worsened: 0, both_failed: 0 },
      changed: ["improved", "improved"],
    });
  });

  test("async code runs in the event loop of AsyncGaffe's caller, and Gaffe says when it does not", async () => {
    const { stdout, stderr } = await python([join(flows, "asynchronous.py")]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      outputs: ["<a>", "<b>", "<c>"],
      checks: [
        ["empty_output", 3],
        ["is_short", 3],
      ],
      progress: [3, 3],
      plain: 3,
      compared: 3,
      names: ["Plain", "Async"],
      "another loop": [expect.stringContaining("different event loop. Use AsyncGaffe and await run_test")],
    });
  });

  test("inputs, outputs and scores may be values of numpy and pydantic; an output needs no ModelInvocation", async () => {
    const { stdout, stderr } = await python([join(flows, "values.py")]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      stored: [
        [{ number: 1, articles: [] }, 2],
        [[0, 1, 2], true],
      ],
      predictions: {
        text: "as it is",
        model: { number: 17, articles: ["lamp"] },
        array: [1.5, null],
        scalar: 0.5,
        ids: ["a", "b"],
      },
      errors: {
        unknown: expect.stringContaining("object has no JSON representation"),
        nothing: "invoke must return ModelInvocation(model_prediction=…) or the prediction itself, it returned None",
      },
      verdicts: [
        ["decision", "passed", true],
        ["score", "passed", 0.25],
      ],
    });
  });

  test("a set is generated, downloaded and uploaded again; lists are read over their pages", async () => {
    const { stdout, stderr } = await python([join(flows, "sets.py")], { FOLDER: folder.path });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      text: '{"input":"I do not recieve it","result":"delivery"}\n',
      again: ["I do not recieve it"],
      table: [["a", "b"]],
      rows: 450,
      recorded: true,
      datapoints: 0,
    });
  });

  test("local checks run in the program, long rows keep their lease; checks, monitors and completions are uploaded", async () => {
    const { stdout, stderr } = await python([join(flows, "checks.py")]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      summaries: [
        ["is_json", 0, 2, 1, 0],
        ["names_it", 1, 1, 1, 0],
        ["is_short", 2, 0, 1, 0],
        ["never_applies", 0, 0, 3, 0],
        ["has_no_limit", 0, 0, 1, 2],
        ["raises", 0, 0, 1, 2],
      ],
      verdicts: {
        is_json: ["failed", false, expect.any(String)],
        names_it: ["passed", true, "looked for A"],
        is_short: ["passed", 1, "by its length"],
        never_applies: ["skipped", null, "not for this"],
        has_no_limit: ["broken", null, expect.stringContaining("pass_from or pass_to")],
        raises: ["broken", null, "it raised KeyError: 'a'"],
      },
      evidence: ["<a>"],
      compared: ["names_it", 2, 0],
      renewed: true,
      "an unknown parameter": expect.stringContaining(
        "The check wrong has the unknown parameter total. A check may take model_output",
      ),
      "zero concurrency": expect.stringContaining("1 or more, not 0. Omit it for the default of 8"),
      "uploading Python": expect.stringContaining("Pass it to run_test"),
      check: [1, 2, "failed", 20],
      custom: ["brief_answer"],
      generated: ["Brief answer", "At most ten characters"],
      monitor: [0.5, 30, null, "major"],
      outdated: expect.stringContaining("somebody else changed it"),
      "an unknown monitor": expect.stringContaining("The monitor Refunds in Python does not exist. Existing monitors:"),
      collected: ["collected-py"],
    });
  });

  test("issues, judges, monitors, datapoints and labels are read and changed, with names in snake case", async () => {
    const { stdout, stderr } = await python([join(flows, "manage.py")]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      found: ["model_refusal", "behavior", "open", 1],
      occurrence: ["I'm sorry, but I can't help with that request.", "gpt-in-python"],
      changed: ["acknowledged", "ada", "resolved"],
      markdown: true,
      similar: [],
      datapoint: ["gpt-in-python", "Delete my account", 0.5, "model_refusal"],
      feedback: [1, [["down", "Rude", "u1"]], expect.stringContaining("give a rating, a score, a label or a comment")],
      labels: [["model_refusal", "passed", "failed"]],
      removed: 0,
      judges: [
        ["In Python", 2.5],
        ["In Python", 3],
      ],
      "an unknown judge": "judge: The judge Nobody does not exist. Existing judges: In Python",
      "an unknown setting": expect.stringContaining("A judge does not have daily_euros. Its fields are name"),
      "a setting that the service refuses": ["timeout_ms", expect.stringContaining("timeout_ms")],
      "an unknown field": expect.stringContaining("datapoints.0.request_modl"),
      monitor: ["working", true],
      generators: true,
    });
  });

  test("batches, models that the service calls, and conversations with local checks", async () => {
    const { stdout, stderr } = await python([join(flows, "models.py")], { APPLICATION: provider.url });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      sizes: [2, 2, 1],
      batch: [
        "<a>",
        "<b>",
        "<c>",
        expect.stringContaining("return one entry for each id"),
        "ValueError: the batch is lost",
      ],
      generated: ["<Say a>", "<Say b>"],
      served: ["The application on a", "The application on b"],
      states: ["finished", "finished", "finished", "finished"],
      submitted: [
        true,
        "submit_test supports only models that the service calls. Use run_test for a model in your process",
      ],
      projects: ["global"],
      total: 5,
      registered: { type: "custom", batchSize: 2 },
      conversation: ["Question 1", "You said: Question 1", "Question 2", "You said: Question 2"],
      follows: [
        ["follows", "passed"],
        ["follows", "passed"],
      ],
      shown: [1, 3],
      ended: ["about a"],
      "local where the service calls": expect.stringContaining("follows is run where the model is called"),
      "no key": expect.stringContaining("there is no key for fake"),
    });
  });

  test("a run survives a kill of its program and of the service: only rows in progress are repeated", async () => {
    const { again, calls, output } = await killBothSides({
      command: join(environment, "bin", "python"),
      args: [join(flows, "killed.py")],
      folder: join(folder.path, "data"),
      workFolder: folder.path,
      service,
      env: loopbackAllowed,
      holdAfter: [4, 2],
    });
    service = again;
    expect(JSON.parse(output)).toEqual([
      "finished",
      [
        ["empty_output", 12],
        ["is_short", 12],
      ],
    ]);
    expect(new Set(calls).size).toBe(12);
    expect(repeatedIn(calls)).toEqual([2, 2]);
  });

  test("error messages give advice", async () => {
    const { stdout, stderr } = await python([join(flows, "mistakes.py")]);
    expect(stderr).toBe("");
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(result).toEqual({
      "no key": [null, null, null, "Missing API key. Pass api_key, or set GAFFE_TOKEN"],
      "an address without its scheme": [
        null,
        null,
        "base_url",
        "base_url: localhost:4233 isn't a valid URL. Write it as http://127.0.0.1:4233",
      ],
      "a wrong key": [401, "/problems/invalid-token", null, expect.stringContaining("Settings > API Token")],
      "another project": [
        null,
        null,
        "project_id",
        expect.stringContaining("belongs to the project global, not other"),
      ],
      "another project of the client": [
        null,
        null,
        "project_id",
        expect.stringContaining("belongs to the project global, not other"),
      ],
      "no seed data": [
        400,
        "/problems/invalid-request",
        "seed_data",
        expect.stringContaining("Non-empty seed data is required to create a scenario set"),
      ],
      "an invalid row": [null, null, "seed_data.1", expect.stringContaining("Pass SeedData(input_=…, result=…)")],
      "a duplicate name": [409, "/problems/conflict", "name", expect.any(String)],
      "a misspelled check": [400, "/problems/invalid-request", "checks.0.check", expect.stringContaining("is_json?")],
      "a string for a list": [null, null, "checks", 'checks: Expected a list, got a string. Write checks=["is_json"]'],
      "a class for a model": [null, null, "model", expect.stringContaining("Write model=Echo()")],
      "an unknown set": [
        400,
        "/problems/invalid-request",
        "scenario_id",
        expect.stringContaining("no such scenario set"),
      ],
      "no service": [null, null, null, expect.stringContaining("Is Gaffe running there?")],
    });
  });

  test("a write whose response was lost is retried under the same key", async () => {
    const keys: (string | string[] | undefined)[] = [];
    const at = "2026-06-01T12:00:00.000Z";
    const set = { id: "set_1", name: "x", version: 1, rows: 1, tags: [], createdAt: at, updatedAt: at, appLink: "" };
    const server = createServer((request, response) => {
      keys.push(request.headers["idempotency-key"]);
      request.resume();
      if (keys.length === 1) request.socket.destroy();
      else if (keys.length === 2) response.writeHead(503).end();
      else response.end(JSON.stringify(set));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const program = `from gaffe_sdk import Gaffe
print(Gaffe(base_url="http://127.0.0.1:${port}").create_scenario_set("x", [{"input": "a"}]).scenario_id)`;
    const { stdout, stderr } = await python(["-c", program]);
    server.close();
    expect(stdout + stderr).toBe("set_1\n");
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  test("pytest fails with the checks, their metrics and the link, and passes with lower thresholds", async () => {
    const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", join(flows, "test_agent.py")];
    const { status, stdout } = await python(args);
    expect(status).toBe(1);
    expect(stdout).toContain("2 failed, 1 passed");
    expect(stdout).not.toContain("warning");
    expect(stdout).toContain("E       AssertionError: The test run pytest does not meet its thresholds:");
    expect(stdout).toContain("E         is_json: 1 of 2 failed (50.0% passed, 100.0% required)");
    expect(stdout).toContain("E         1 of 3 rows had no answer: invoke must return ModelInvocation");
    expect(stdout).toMatch(/E {7}See http:\/\/127\.0\.0\.1:\d+\/p\/global\/test-runs\/run_/);
    expect(stdout).toContain(
      "E       Failing rows (2):\nE         1. input: not json\nE            output: not json\nE            is_json failed: ",
    );
    expect(stdout).toContain("E         2. input: none\nE            error: invoke must return ModelInvocation");
    expect(stdout).toMatch(/is_jsn: the run does not include this check\nE {7}See http/);
  });

  test("pytest has one test per row, whose failure shows input, output and explanation; the run is made once", async () => {
    const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", join(flows, "test_rows.py")];
    const { status, stdout } = await python(args);
    expect(status).toBe(1);
    expect(stdout).toContain("5 failed, 4 passed");
    expect(stdout).toContain("test_agent[none]");
    expect(stdout).toContain(
      'E         input: {"text": "<b>not</b> json"}\nE         output: <b>not</b> json\nE         is_json failed: ',
    );
    expect(stdout).toContain("E         input: none\nE         error: ValueError: the agent gave up");
    expect(stdout).toContain(
      "E   AssertionError: The run could not be made: checks.0.check: there is no check named is_jsn",
    );
  });

  test("a run is a table and a display of a notebook, and shows its progress in a terminal", async () => {
    const { stdout, stderr } = await python([join(flows, "display.py")]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      columns: [
        "row_id",
        "repeat",
        "input",
        "expected",
        "prediction",
        "error",
        "is_json",
        "is_json.value",
        "is_json.explanation",
        "duration_ms",
        "cost_usd",
        "datapoint_id",
      ],
      rows: [
        ["<script>", "<<script>>", "failed"],
        ["b", "<b>", "failed"],
      ],
      html: [false, true, true, true],
      changes: 0,
      without: "to_dataframe needs pandas. pip install pandas",
      progress: expect.stringMatching(/Again 2\/2 · \d+ s left.*\r.{3}$/s),
    });
  });

  test("the example of gaffe init runs as it is, and its report has the link", async () => {
    const workFolder = join(folder.path, "work");
    mkdirSync(workFolder);
    const gaffe = (args: readonly string[]) =>
      ran(process.execPath, [cli, ...args], { VIRTUAL_ENV: environment }, workFolder);
    const created = await gaffe(["init", "--language", "python"]);
    expect(created).toMatchObject({ status: 0, stdout: expect.stringContaining("pip install gaffe-sdk") });
    const run = await gaffe(["run", "-f", "example", "--fail-under", "0.5"]);
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("✓ is_function_correct") });
    // The program's own output, and nothing else.
    expect(run.stderr).toMatch(/^See http\S+\n$/);
    expect(run.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/p\/global\/test-runs\/run_/);

    const example = readFileSync(join(workFolder, ".gaffe/flows/example.py"), "utf8");
    writeFileSync(
      join(workFolder, ".gaffe/flows/misspelt.py"),
      example.replace("is_function_correct", "is_funtion_correct"),
    );
    const misspelt = await gaffe(["run", "-f", "misspelt", "--reporter", "json"]);
    expect(misspelt).toMatchObject({ status: 1, stdout: expect.stringContaining("did you mean is_function_correct?") });
  });

  test("mypy --strict finds nothing in the package", async () => {
    expect(await typeMistakes()).toContain("Success: no issues found");
  });

  test("mypy --strict finds nothing in the programs of the documentation", async () => {
    const programs = join(folder.path, "programs");
    mkdirSync(programs);
    const pages = ["../sdk/python/README.md", "testing.md", ...flowPages.map((page) => `flows/${page}`)];
    const blocks = pages.flatMap((page) => blocksOf(page).map((block) => ({ ...block, page })));
    const written = blocks.filter(({ language, text }) => language === "python" && text.includes("gaffe_sdk"));
    expect(written.length).toBeGreaterThanOrEqual(pages.length + 3);
    for (const [index, { text }] of [...written, { text: pythonFlow }].entries())
      writeFileSync(join(programs, `program_${index}.py`), text);
    expect(await typeMistakes(programs, environment)).toContain("Success: no issues found");
  });
});

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function ran(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string = folder.path,
): Promise<Ran> {
  return new Promise((settle) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        GAFFE_TOKEN: service.token,
        GAFFE_ENDPOINT: service.url,
        PYTHONDONTWRITEBYTECODE: "1",
        ...env,
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("close", (status) => settle({ status, stdout, stderr }));
  });
}
