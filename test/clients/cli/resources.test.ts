import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliReference } from "../../../scripts/cli-reference.ts";
import { gaffeCommand } from "../../support/service/command.ts";
import { foldersIn, temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: join(folder.path, "data") });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const aFolder = foldersIn(folder.path);

const gaffe = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  gaffeCommand(args, { cwd, env: { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url, ...env } });

async function printed(args: readonly string[], cwd = folder.path): Promise<string> {
  const { status, stdout, stderr } = await gaffe(cwd, args);
  expect([args, status, stderr]).toEqual([args, 0, expect.any(String)]);
  return stdout;
}

test("the reference page is what the commands say", () => {
  const page = readFileSync(new URL("../../../docs/command.md", import.meta.url), "utf8");
  expect(page).toBe(cliReference());
});

test("scenario sets are imported from a file, listed, shown and exported; the same rows are the same version", async () => {
  const rows =
    '{"input": "Where is my parcel?", "result": "delivery"}\n{"input": "Too expensive", "result": "billing"}\n';
  const workFolder = aFolder({ "Tickets.jsonl": rows, "bad.jsonl": '{"input": "a"}\n{"inptu": 1}\n' });
  expect(await printed(["scenarios", "import", "Tickets.jsonl"], workFolder)).toContain("is at version 1 with 2 rows");
  expect(await printed(["scenarios", "import", "Tickets.jsonl"], workFolder)).toContain("is at version 1");
  expect(await printed(["scenarios", "list"])).toContain("Tickets");
  expect(await printed(["scenarios", "show", "Tickets"])).toContain("Where is my parcel?  →  delivery");
  await printed(["scenarios", "export", "Tickets", "-o", "out.csv"], workFolder);
  expect(readFileSync(join(workFolder, "out.csv"), "utf8")).toContain("Too expensive,billing");
  expect(await gaffe(workFolder, ["scenarios", "export", "Tickets", "-o", "out.csv"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--force"),
  });
  const exported = (await printed(["scenarios", "export", "Tickets"])).trimEnd().split("\n");
  expect(exported.map((line) => (JSON.parse(line) as { input: string }).input)).toEqual([
    "Where is my parcel?",
    "Too expensive",
  ]);
  expect(await gaffe(workFolder, ["scenarios", "show", "Tikcets"])).toMatchObject({
    status: 2,
    stderr: "gaffe: there is no scenario set Tikcets: did you mean Tickets?\n",
  });
  expect(await gaffe(workFolder, ["scenarios", "import", "bad.jsonl"])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^gaffe: bad\.jsonl:2: /),
  });
});

test("runs are listed, shown with failing rows, and cancelled", async () => {
  const { post } = apiOf(service);
  const seedData = [{ input: "row 1" }, { input: "row 2" }];
  await post("/scenario-sets", { name: "Rows", seedData });
  await post("/models", { name: "Own", definition: { type: "custom" } });
  const request = { scenarioId: "Rows", modelId: "Own", checks: ["is_json"], tags: ["branch:main"] };
  const { id } = (await post("/test-runs", { ...request, name: "Nightly" })) as { id: string };
  const { items } = (await post(`/test-runs/${id}/leases`, { count: 2 })) as { items: { rowId: string }[] };
  const results = items.map(({ rowId }, index) => ({ rowId, modelPrediction: index === 0 ? "{}" : "no JSON here" }));
  await post(`/test-runs/${id}/results`, { items: results });
  await eventually(
    () => printed(["runs", "list", "--tag", "branch:main"]),
    (text) => text.includes("finished"),
  );
  expect(await printed(["runs", "list"])).toMatch(new RegExp(`✗ +\\S+ +${id} +Nightly +finished +2/2 rows`));
  expect(await printed(["runs", "show", "latest:Nightly"])).toMatch(/✗ row 2\n +output: +no JSON here/);
  expect(await printed(["runs", "show", id, "-r", "html"])).toMatch(/^<!doctype html>/);
  expect(JSON.parse(await printed(["runs", "show", id, "--json"]))).toMatchObject({ id, state: "finished" });
  const open = (await post("/test-runs", { ...request, name: "Open" })) as { id: string };
  expect(await printed(["runs", "cancel", open.id])).toBe(`Open (${open.id}) is cancelled with 0/2 rows done\n`);
  for (const wanted of ["run_nothing", "branch:mian"])
    expect(await gaffe(folder.path, ["runs", "show", wanted])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`there is no run ${wanted}`),
    });
});

test("a datapoint is shown with its messages and verdicts", async () => {
  const { post } = apiOf(service);
  const call = { input: "Where is my refund?", output: "On its way", requestModel: "small", tags: ["shown"] };
  const { items } = (await post("/datapoints", call)) as { items: { id: string }[] };
  const id = items[0]?.id ?? "";
  const text = await eventually(
    async () => (await gaffe(folder.path, ["datapoints", "show", id])).stdout,
    (shown) => shown !== "",
  );
  for (const part of ["model      small", "user\n  Where is my refund?", "assistant\n  On its way"])
    expect(text).toContain(part);
  expect(JSON.parse(await printed(["datapoints", "show", id, "--json"]))).toMatchObject({ id, tags: ["shown"] });
  expect(await gaffe(folder.path, ["datapoints", "show", "nothing"])).toMatchObject({ status: 2 });
});

test("pulled monitors, applied again, change nothing", async () => {
  const declared = `monitors:
  - name: Refund talk
    condition: input:refund env:production
    checks: [model_refusal, { check: is_json, severity: minor }]
    sampleRate: 0.5
    threshold: { kind: count, findings: 3, withinMinutes: 10 }
`;
  const workFolder = aFolder({ "monitors.yml": declared });
  await printed(["monitors", "apply", "-f", "monitors.yml"], workFolder);
  await printed(["monitors", "pull", "-f", "pulled.yml"], workFolder);
  const pulled = readFileSync(join(workFolder, "pulled.yml"), "utf8");
  expect(pulled).toContain("name: Refund talk");
  expect(pulled).toContain("- model_refusal\n");
  const again = await printed(["monitors", "apply", "-f", "pulled.yml", "--dry-run"], workFolder);
  expect(again).not.toMatch(/^[+~-] /m);
  expect(await printed(["monitors", "pull", "--name", "Refund talk"])).not.toContain("enabled");
  expect(await gaffe(workFolder, ["monitors", "pull", "--name", "Refnud talk"])).toMatchObject({
    status: 2,
    stderr: "gaffe: there is no monitor Refnud talk: did you mean Refund talk?\n",
  });
});

test("judge models are listed, shown and tested", async () => {
  expect(await printed(["judges", "list"])).toContain("there is no judge model");
  expect(await gaffe(folder.path, ["judges", "test"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("no judge"),
  });
  const judge = { name: "Mini", kind: "openai", baseUrl: "http://127.0.0.1:9/v1", model: "m", key: "sk-1" };
  await apiOf(service).post("/judges", judge);
  expect(await printed(["judges", "list"])).toMatch(/Mini +openai +m/);
  expect(await printed(["judges", "show", "Mini"])).toMatch(/baseUrl +http:\/\/127\.0\.0\.1:9\/v1/);
  expect(await gaffe(folder.path, ["judges", "test", "Mini"])).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^✗ Mini: /),
  });
});

describe("the project's folder", () => {
  test("settings are found from a folder below, and programs run in the project's folder", async () => {
    const flow = 'import { existsSync } from "node:fs"; console.log("here: " + existsSync(".gaffe"));';
    const workFolder = aFolder({ ".gaffe/flows/a.mjs": flow, "src/deep/file.txt": "" });
    const { status, stderr } = await gaffe(join(workFolder, "src", "deep"), ["run"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("here: true")]);
  });

  test("Python flows run with the interpreter of the nearest .venv", async () => {
    const workFolder = aFolder({ ".gaffe/flows/a.py": "", ".venv/bin/python": '#!/bin/sh\necho "own interpreter"\n' });
    chmodSync(join(workFolder, ".venv", "bin", "python"), 0o755);
    expect((await gaffe(workFolder, ["run"])).stderr).toContain("own interpreter");
  });

  test.each([
    [{ "package.json": "{}" }, "TypeScript, because of package.json", "example.ts"],
    [{ "requirements.txt": "" }, "Python, because of requirements.txt", "example.py"],
    [{}, "YAML, because there is no package.json", "example.yml"],
  ])("init detects the language of %j", async (files, reason, example) => {
    const text = await printed(["init"], aFolder(files));
    expect(text).toContain(reason);
    expect(text).toContain(example);
  });

  test.each([
    ["ts", "example.ts"],
    ["py", "example.py"],
  ])("init takes %s for a language", async (name, example) => {
    expect(await printed(["init", "-l", name], aFolder())).toContain(example);
  });
});
