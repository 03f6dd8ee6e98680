import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSdk } from "../../support/clients/sdk.ts";
import { gaffeCommand } from "../../support/service/command.ts";
import { foldersIn, temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: join(folder.path, "data") });
  // As installed, so that flows can import it by name.
  await buildSdk(join(folder.path, "node_modules"));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const aFolder = foldersIn(folder.path);

const gaffe = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  gaffeCommand(args, { cwd, env: { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url, ...env } });

describe("gaffe", () => {
  test("-v prints the version and --help lists the commands with examples", async () => {
    expect(await gaffe(aFolder(), ["-v"])).toMatchObject({ status: 0, stdout: "0.1.0\n" });
    const help = await gaffe(aFolder(), ["--help"]);
    expect(help.status).toBe(0);
    for (const part of ["init", "run", "issues", "datapoints", "doctor", "Examples:"])
      expect(help.stdout).toContain(part);
  });

  test("a typo gets a suggestion", async () => {
    expect(await gaffe(aFolder(), ["rnu"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Did you mean run?"),
    });
  });

  test("init writes settings and an example, once", async () => {
    const workFolder = aFolder();
    const first = await gaffe(workFolder, ["init", "--language", "typescript"]);
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining(".gaffe/flows/example.ts") });
    const again = await gaffe(workFolder, ["init", "--language", "typescript"]);
    expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining("--force") });
    expect(await gaffe(workFolder, ["init", "--language", "cobol"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("typescript, python, yaml"),
    });
  });

  test("the example of init runs as it is, and its report has the link", async () => {
    const workFolder = aFolder();
    // As `npm init` writes it.
    writeFileSync(join(workFolder, "package.json"), '{ "name": "work", "type": "commonjs" }');
    await gaffe(workFolder, ["init", "--language", "typescript"]);
    const run = await gaffe(workFolder, ["run", "-f", "example", "--fail-under", "0.5"]);
    // Nothing but what the flow prints.
    expect(run.stderr).toMatch(/^See http:\/\/127\.0\.0\.1:\d+\/p\/global\/test-runs\/run_[\w-]+\n$/);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("✓ is_function_correct");
    expect(run.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/p\/global\/test-runs\/run_/);
    rmSync(join(workFolder, ".gaffe", "package.json"));
    const bare = await gaffe(workFolder, ["run"]);
    expect(bare).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("into .gaffe/package.json, as gaffe init"),
    });
  });

  test("flows run as a group; a failing check, and a program that ends badly, make the status 1", async () => {
    const workFolder = aFolder();
    mkdirSync(join(workFolder, ".gaffe", "flows"), { recursive: true });
    writeFileSync(join(workFolder, ".gaffe", "flows", "good.ts"), flow("good", "{}"));
    writeFileSync(join(workFolder, ".gaffe", "flows", "bad.ts"), flow("bad", "not json"));
    writeFileSync(join(workFolder, ".gaffe", "flows", "broken.ts"), "throw new Error('no model today');");
    const all = await gaffe(workFolder, ["run", "--reporter", "json"]);
    expect(all.status).toBe(1);
    const { flows } = JSON.parse(all.stdout) as { flows: { flow: string; failure?: string; runs: unknown[] }[] };
    expect(flows.map(({ flow: name, runs }) => [name, runs.length])).toEqual([
      ["bad", 1],
      ["broken", 0],
      ["good", 1],
    ]);
    expect(flows[1]?.failure).toContain("no model today");

    expect((await gaffe(workFolder, ["run", "-f", "good"])).status).toBe(0);
    const bad = await gaffe(workFolder, ["run", "-f", "bad", "-r", "junit", "-o", "report.xml"]);
    expect(bad).toMatchObject({ status: 1, stderr: expect.stringContaining("0.0 % of the checks passed") });
    expect(readFileSync(join(workFolder, "report.xml"), "utf8")).toContain('<failure message="1 of 1 failed');
    expect((await gaffe(workFolder, ["run", "-f", "bad", "--fail-under", "0"])).status).toBe(0);
    expect((await gaffe(workFolder, ["run", "-f", "bad", "-r", "github"])).stdout).toMatch(
      /^::error title=bad%3A is_json::/,
    );
    expect((await gaffe(workFolder, ["run", "-f", "bad", "-r", "markdown"])).stdout).toContain(
      "| is_json | ✗ 0 of 1 |",
    );
  });

  test("a run is held against the one before; what became significantly worse makes the status 1", async () => {
    const workFolder = aFolder();
    mkdirSync(join(workFolder, ".gaffe", "flows"), { recursive: true });
    const write = (wrong: number) => writeFileSync(join(workFolder, ".gaffe", "flows", "many.ts"), manyRows(wrong));
    write(0);
    const first = await gaffe(workFolder, ["run", "--baseline", "branch:main", "--tag", "branch:main"]);
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining("nothing to compare with") });
    write(1);
    const little = await gaffe(workFolder, ["run", "--baseline", "branch:main"]);
    expect(little).toMatchObject({ status: 0, stdout: expect.stringContaining("could be chance") });
    expect(await gaffe(workFolder, ["run", "--baseline", "branch:main", "--fail-under", "1"])).toMatchObject({
      status: 1,
    });
    // A baseline that does not exist accepts no failed check.
    const missing = await gaffe(workFolder, ["run", "--baseline", "branch:mian"]);
    expect(missing).toMatchObject({ status: 1, stdout: expect.stringContaining("nothing to compare with") });
    write(8);
    const worse = await gaffe(workFolder, ["run", "--baseline", "branch:main", "-r", "markdown"]);
    expect(worse.status).toBe(1);
    expect(worse.stderr).toBe("gaffe: significantly worse than the baseline: many: is_json\n");
    expect(worse.stdout).toContain("100.0 % → 20.0 %");
    expect(worse.stdout).toContain("<summary>8 rows of many became worse</summary>");

    const compared = await gaffe(workFolder, ["compare", "branch:main", "latest:many"]);
    expect(compared).toMatchObject({ status: 0, stdout: expect.stringContaining("significantly worse") });
    expect(await gaffe(workFolder, ["compare", "branch:main", "latest:many", "--fail-on-regression"])).toMatchObject({
      status: 1,
    });
    const json = await gaffe(workFolder, ["compare", "branch:main", "latest", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ checks: [{ check: "is_json", outcomes: { worsened: 8 } }] });
    expect(await gaffe(workFolder, ["compare", "branch:mian", "latest"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there is no finished run branch:mian"),
    });
  });

  test.each([
    ["langauge: python\n", ".gaffe/config.yml:1:1: there is no setting langauge here: did you mean language?"],
    ["language: ruby\n", ".gaffe/config.yml:1:11: language must be typescript or python, not ruby"],
    ["name: x\nrun:\n  flows:\n    file-patern: a\n", ".gaffe/config.yml:4:5: there is no setting file-patern here"],
    ["api-key: ${NOT_SET_ANYWHERE}\n", ".gaffe/config.yml:1:10: the environment variable NOT_SET_ANYWHERE is not set"],
    ["run: [\n", ".gaffe/config.yml:"],
    [
      "run:\n  flows:\n    configs:\n      - name: a\n        model: b\n",
      ".gaffe/config.yml:4:9: this flow lacks scenario",
    ],
  ])("the settings %j are refused with file, line and what to do", async (text, message) => {
    const workFolder = aFolder();
    mkdirSync(join(workFolder, ".gaffe"));
    writeFileSync(join(workFolder, ".gaffe", "config.yml"), text);
    expect(await gaffe(workFolder, ["run"])).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  test("a wrong token is status 3, no service is status 4, no flow is status 2", async () => {
    const workFolder = aFolder();
    await gaffe(workFolder, ["init", "--language", "typescript"]);
    expect(await gaffe(workFolder, ["run"], { GAFFE_TOKEN: "gaffe_wrong" })).toMatchObject({ status: 3 });
    expect(await gaffe(workFolder, ["run"], { GAFFE_ENDPOINT: "http://127.0.0.1:9" })).toMatchObject({ status: 4 });
    expect(await gaffe(workFolder, ["run", "-f", "exmple"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there are example"),
    });
    expect(await gaffe(aFolder(), ["run"])).toMatchObject({ status: 2, stderr: expect.stringContaining("gaffe init") });
  });

  test("a mistake is one line that begins with the command's name; so is a missing file", async () => {
    const workFolder = aFolder();
    mkdirSync(join(workFolder, ".gaffe"));
    const flow = (rest: string) =>
      writeFileSync(
        join(workFolder, ".gaffe", "config.yml"),
        `run:\n  flows:\n    configs:\n      - name: a\n        scenario-file: rows.jsonl\n        model: m\n        ${rest}\n`,
      );
    const jsonOf = async (args: readonly string[]) => {
      const { status, stdout, stderr } = await gaffe(workFolder, args, { NO_COLOR: "1", COLUMNS: "40" });
      expect([args, status, stdout]).toEqual([args, 2, ""]);
      return stderr;
    };
    expect(await jsonOf(["issues", "list", "--limit", "many"])).toMatch(/^gaffe: option '-n, --limit <count>'/);
    expect(await jsonOf(["monitors", "apply", "-f", "nope.yml"])).toBe(
      "gaffe: nope.yml cannot be read: the file does not exist\n",
    );
    expect(await jsonOf(["report", ".gaffe"])).toBe("gaffe: .gaffe cannot be read: it is a folder\n");
    flow("checks: is_json");
    expect(await jsonOf(["run"])).toContain(".gaffe/config.yml:7:17: checks must be a list, such as [is_json]");
    flow("concurrency: all");
    expect(await jsonOf(["run"])).toContain(
      ".gaffe/config.yml:7:22: concurrency must be a whole number from 1 on, not all",
    );
  });

  test("doctor reports what works and what does not", async () => {
    expect(await gaffe(aFolder(), ["doctor"])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("the token is good for the project global"),
    });
    const wrong = await gaffe(aFolder(), ["doctor"], { GAFFE_TOKEN: "gaffe_wrong" });
    expect(wrong).toMatchObject({ status: 3, stdout: expect.stringContaining("✗ the token") });
  });

  test("projects, issues and datapoints are printed as lines and as JSON", async () => {
    expect((await gaffe(aFolder(), ["projects"])).stdout).toContain("Global");
    expect((await gaffe(aFolder(), ["issues", "list"])).stdout).toBe("no issue matches\n");
    const found = await gaffe(aFolder(), ["datapoints", "search", "--json"]);
    expect(JSON.parse(found.stdout)).toHaveProperty("items");
    expect(await gaffe(aFolder(), ["datapoints", "search", "input:("])).toMatchObject({ status: 2 });
    expect(await gaffe(aFolder(), ["issues", "show", "4711"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("the issue does not exist"),
    });
  });
});

const flow = (name: string, prediction: string) => `
import { Gaffe } from "@gaffe/sdk";
const gaffe = new Gaffe();
const scenario = await gaffe.createScenarioSet({ name: "${name} " + Math.random(), seedData: [{ input: "a", result: "b" }] });
const invoke = () => ({ modelPrediction: ${JSON.stringify(prediction)} });
const model = await gaffe.registerModel({ name: "${name}", model: { type: "custom", invoke } });
await model.runTest({ name: "${name}", scenario, checks: ["is_json"] });
`;

const manyRows = (wrong: number) => `
import { Gaffe } from "@gaffe/sdk";
const gaffe = new Gaffe();
const rows = Array.from({ length: 10 }, (_, number) => ({ input: "row " + number, result: null }));
const scenario = await gaffe.createScenarioSet({ name: "many " + Math.random(), seedData: rows });
const invoke = (input) => ({ modelPrediction: Number(input.slice(4)) < ${wrong} ? "no" : "{}" });
const model = await gaffe.registerModel({ name: "many", model: { type: "custom", invoke } });
await model.runTest({ name: "many", scenario, checks: ["is_json"] });
`;
